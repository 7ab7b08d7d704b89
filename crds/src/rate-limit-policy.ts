import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

const limit = (what: string, max = 1_000_000_000_000) =>
  f.integer({ min: 1, max }).optional().meta({ description: what });

const LIMITS = ['rpmLimit', 'tpmLimit', 'rpdLimit', 'tpdLimit', 'concurrentLimit'] as const;

const { organization, team, key, model } = f.SCOPES;
const SCOPES = { organization, team, key, model };

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    description: f.description().optional().meta({ description: 'What it is for.' }),
    scope: z.enum(['global', 'organization', 'team', 'user', 'key', 'model']).meta({
      description: 'Whose requests are counted together.',
    }),
    scopeValue: f.refersToBy('scope', SCOPES, f.identifier()).optional().meta({
      description:
        'Which one; without it, each one of the scope has a count of its own, unless another policy names it. Not for global.',
    }),
    rpmLimit: limit('Requests a minute.'),
    tpmLimit: limit('Tokens a minute.'),
    rpdLimit: limit('Requests a day.'),
    tpdLimit: limit('Tokens a day.'),
    concurrentLimit: limit('Requests at the same time.', 1_000_000),
    burstMultiplier: f.multiplier().default(1).meta({
      description:
        'How many times as many requests as the minute’s share of the window may come in it. 1 without a window limits no burst.',
    }),
    burstWindowSeconds: f
      .integer({ min: 1, max: 3600 })
      .optional()
      .meta({ description: 'Seconds of that window; 10 where only a multiplier is set.' }),
    priority: f
      .integer({ min: -1_000_000, max: 1_000_000 })
      .default(0)
      .meta({ description: 'Of two policies with the same scope and value, the higher counts.' }),
  }),
  [
    {
      cel: "self.scope != 'global' || !has(self.scopeValue)",
      message: 'a global policy has no scopeValue',
      fieldPath: '.scopeValue',
      holds: (self) => self.scope !== 'global' || self.scopeValue === undefined,
    },
    {
      cel: LIMITS.map((name) => `has(self.${name})`).join(' || '),
      message: `set at least one of ${LIMITS.join(', ')}`,
      holds: (self) => LIMITS.some((name) => self[name] !== undefined),
    },
  ],
);

export type RateLimitPolicySpec = z.output<typeof spec>;

/** A limit on the pace of requests. */
export const rateLimitPolicy = defineKind({
  kind: 'RateLimitPolicy',
  plural: 'ratelimitpolicies',
  shortNames: ['rlp'],
  feature: 'rate-limit-policy',
  description: 'A limit on requests or tokens a minute or a day, or on requests at the same time.',
  spec,
  columns: [
    { name: 'Scope', type: 'string', jsonPath: '.spec.scope' },
    { name: 'Value', type: 'string', jsonPath: '.spec.scopeValue' },
    { name: 'RPM', type: 'integer', jsonPath: '.spec.rpmLimit' },
    { name: 'TPM', type: 'integer', jsonPath: '.spec.tpmLimit' },
    { name: 'RPD', type: 'integer', jsonPath: '.spec.rpdLimit' },
    { name: 'TPD', type: 'integer', jsonPath: '.spec.tpdLimit' },
    { name: 'Concurrent', type: 'integer', jsonPath: '.spec.concurrentLimit' },
  ],
  selectable: ['.spec.scope', '.spec.scopeValue'],
  api: {
    path: 'rate-limits',
    permission: 'rate_limits',
    readers: 'staff',
    isShared: true,
    tag: 'Rate limits',
    noun: 'rate limit',
    required: ['name'],
    example: { name: 'A team each', scope: 'team', rpm_limit: 600, tpm_limit: 100_000 },
  },
  enforcedBy: ['gateway'],
});
