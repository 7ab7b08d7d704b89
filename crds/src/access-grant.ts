import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

const spec = withRules(
  z.object({
    organizationId: f.organizationId(),
    tierId: f
      .refersTo('AccessTier', f.objectName(), { onDelete: 'goes' })
      .meta({ description: 'AccessTier that may be used.' }),
    teamId: f
      .refersTo('Team', f.objectName(), { onDelete: 'goes' })
      .optional()
      .meta({ description: 'Team that may use it.' }),
    userId: f.identifier().optional().meta({
      description: 'Person that may use it, by keys of its own in the same organization.',
    }),
    keyId: f
      .refersTo('APIKey', f.objectName(), { onDelete: 'goes' })
      .optional()
      .meta({ description: 'Key that may use it.' }),
    expiresAt: f
      .timestamp()
      .optional()
      .meta({ description: 'The first moment at which it is over.' }),
    requestId: f.identifier().optional().meta({ description: 'Request that it was granted on.' }),
    approvedBy: f.identifier().optional().meta({ description: 'Who granted it.' }),
  }),
  [
    {
      cel: '(has(self.teamId) ? 1 : 0) + (has(self.userId) ? 1 : 0) + (has(self.keyId) ? 1 : 0) <= 1',
      message: 'set one of teamId, userId and keyId at most',
      holds: ({ teamId, userId, keyId }) => countOf([teamId, userId, keyId]) <= 1,
    },
    {
      cel: 'has(self.organizationId) || has(self.teamId) || has(self.userId) || has(self.keyId)',
      message: 'set teamId, userId or keyId, or else organizationId for a whole organization',
      holds: ({ organizationId, teamId, userId, keyId }) =>
        countOf([organizationId, teamId, userId, keyId]) > 0,
    },
  ],
);

function countOf(fields: readonly unknown[]): number {
  return fields.filter((field) => field !== undefined).length;
}

export type AccessGrantSpec = z.output<typeof spec>;

/** The name of the grant that the admin service makes on a request, and keeps in step with it. */
export const grantNameFor = (requestId: string): string => `request-${requestId}`;

/** The leave of a team, a person, a key or an organization to use a tier. */
export const accessGrant = defineKind({
  kind: 'AccessGrant',
  plural: 'accessgrants',
  shortNames: ['grant'],
  feature: 'access-grant',
  description:
    'The leave of a team, a person, a key or a whole organization to use the models of an AccessTier. The approval of a request makes one.',
  spec,
  columns: [
    { name: 'Tier', type: 'string', jsonPath: '.spec.tierId' },
    { name: 'Team', type: 'string', jsonPath: '.spec.teamId' },
    { name: 'User', type: 'string', jsonPath: '.spec.userId' },
    { name: 'Key', type: 'string', jsonPath: '.spec.keyId' },
    { name: 'Expires', type: 'string', jsonPath: '.spec.expiresAt', priority: 1 },
  ],
  selectable: ['.spec.tierId', '.spec.teamId'],
  api: {
    path: 'model-access/grants',
    permission: 'access_requests',
    tag: 'Access grants',
    noun: 'access grant',
    hasOwnRoutes: true,
  },
  enforcedBy: ['gateway', 'admin'],
});
