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
    userId: f.identifier().optional().meta({ description: 'Person that may use it.' }),
    expiresAt: f.timestamp().optional().meta({ description: 'When it ends.' }),
    requestId: f.identifier().optional().meta({ description: 'Request that it was granted on.' }),
    approvedBy: f.identifier().optional().meta({ description: 'Who granted it.' }),
  }),
  [
    {
      cel: 'has(self.teamId) != has(self.userId)',
      message: 'set either teamId or userId',
      holds: (self) => (self.teamId === undefined) !== (self.userId === undefined),
    },
  ],
);

export type AccessGrantSpec = z.output<typeof spec>;

/** The name of the grant that the admin service makes on a request, and keeps in step with it. */
export const grantNameFor = (requestId: string): string => `request-${requestId}`;

/** The leave of a team or a person to use a tier. */
export const accessGrant = defineKind({
  kind: 'AccessGrant',
  plural: 'accessgrants',
  shortNames: ['grant'],
  feature: 'access-grant',
  description:
    'The leave of a team or a person to use the models of an AccessTier. The approval of a request makes one.',
  spec,
  columns: [
    { name: 'Tier', type: 'string', jsonPath: '.spec.tierId' },
    { name: 'Team', type: 'string', jsonPath: '.spec.teamId' },
    { name: 'User', type: 'string', jsonPath: '.spec.userId' },
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
  enforcedBy: ['admin'],
  notEnforced: [
    {
      field: 'tierId',
      partly: 'it is kept in step with the request that it was granted on, and gives no access yet',
    },
    {
      field: 'expiresAt',
      partly: 'the request that it was granted on ends it, whatever this says',
    },
  ],
});
