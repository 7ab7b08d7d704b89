import { z } from 'zod';
import { parentBinding } from './kit/conditions.ts';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';
import { SPEND_FIELD, SPENT } from './kit/spend.ts';
import { ORGANIZATION_ROLES } from './organization.ts';

export const ROLES = ['platform_admin', ...ORGANIZATION_ROLES] as const;
export const BUDGET_DURATIONS = ['1h', '1d', '7d', '30d', 'month'] as const;

const sha256Hex = () =>
  f.text({
    min: 64,
    max: 64,
    pattern: {
      matches: /^[0-9a-f]{64}$/,
      says: 'must be a SHA-256 in hexadecimal: 64 digits and small letters from a to f',
    },
  });

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    keyHash: sha256Hex().meta({
      description: 'SHA-256 of the key, in lower-case hex. The key itself is stored nowhere.',
    }),
    keyPrefix: f.text({ max: 12 }).optional().meta({
      description: 'The first 12 characters of a key in our own format, to recognise it by.',
    }),
    role: z.enum(ROLES).default('member').meta({
      description: 'What the key may do at the admin API. `admin` is another word for org_admin.',
    }),
    teamId: f
      .refersTo('Team', f.objectName(), { onDelete: 'goes' })
      .optional()
      .meta({ description: 'Team that its use counts for.' }),
    businessUnitId: f
      .refersTo('BusinessUnit', f.objectName(), { onDelete: 'goes' })
      .optional()
      .meta({
        description: 'Business unit, where it is not the team’s.',
      }),
    userId: f.identifier().optional().meta({ description: 'Person or system that uses it.' }),
    allowedModels: f.list(f.modelId()).optional().meta({
      description: 'Model ids, aliases or groups, or a prefix ending in `*`. Empty allows all.',
    }),
    maxBudget: f.money().optional().meta({ description: 'USD per `budgetDuration`.' }),
    budgetDuration: z.enum(BUDGET_DURATIONS).optional().meta({
      description: 'Window of `maxBudget`; a month where none is set.',
    }),
    rpmLimit: f.integer({ min: 1, max: 1_000_000_000 }).optional().meta({
      description: 'Requests a minute.',
    }),
    tpmLimit: f.integer({ min: 1, max: 1_000_000_000_000 }).optional().meta({
      description: 'Tokens a minute.',
    }),
    expiresAt: f.timestamp().optional().meta({ description: 'When it stops working.' }),
    blocked: z.boolean().default(false).meta({ description: 'On: the key is refused.' }),
    tokenGeneration: f.integer({ min: 1, max: 2_147_483_647 }).optional().meta({
      description:
        'Access tokens and sessions of another generation have ended. The admin API raises it with every block and unblock; whoever blocks by kubectl raises it by hand.',
    }),
    previousKeyHash: sha256Hex().optional().meta({
      description: 'The key before a rotation, good until `previousKeyExpiresAt`.',
    }),
    previousKeyExpiresAt: f.timestamp().optional().meta({
      description: 'End of the grace period of a rotation.',
    }),
    createdBy: z
      .object({
        key: f
          .refersTo('APIKey', f.objectName(), { onDelete: 'part' })
          .meta({ description: 'Name of that APIKey.' }),
        uid: f.text({ min: 1, max: 64 }).optional().meta({
          description:
            'Its uid when it made this one. What counts is the key that `status.createdBy` binds this one to.',
        }),
      })
      .optional()
      .meta({
        description:
          'The key that made this one through the API, which alone writes it. Where that key is blocked, deleted or expired, this one is refused too.',
      }),
    givenTo: z
      .object({
        key: f.objectName().optional().meta({ description: 'Name of the APIKey that asked.' }),
        uid: f.text({ min: 1, max: 64 }).optional().meta({ description: 'Uid of that APIKey.' }),
        person: f.identifier().optional().meta({
          description: 'The person who asked, signed in otherwise than by a key.',
        }),
        role: z.enum(ROLES).optional().meta({ description: 'The role of who asked.' }),
      })
      .optional()
      .meta({
        description:
          'Who was told the key when it was last rotated, or when a person made it, through the API, which alone writes it. Where nobody decides for what they started, they count as its holder.',
      }),
    metadata: f.pairs().optional().meta({
      description: 'Attributes for policies (`metadata.department`) and cost tags.',
    }),
  }),
  [
    {
      cel: 'has(self.previousKeyHash) == has(self.previousKeyExpiresAt)',
      message: 'previousKeyHash and previousKeyExpiresAt go together',
      holds: (self) =>
        (self.previousKeyHash === undefined) === (self.previousKeyExpiresAt === undefined),
    },
    {
      cel: '!has(self.budgetDuration) || has(self.maxBudget)',
      message: 'budgetDuration needs maxBudget',
      fieldPath: '.budgetDuration',
      holds: (self) => self.budgetDuration === undefined || self.maxBudget !== undefined,
    },
  ],
);

export type ApiKeySpec = z.output<typeof spec>;

/** A bearer key, by its hash. */
export const apiKey = defineKind({
  kind: 'APIKey',
  plural: 'apikeys',
  shortNames: ['akey'],
  feature: 'api-key',
  description:
    'A bearer key for the gateway and the admin API, by its SHA-256 alone: who it belongs to, which models it may use, and until when.',
  spec,
  status: {
    ...SPEND_FIELD,
    createdBy: parentBinding.optional().meta({
      description: 'The key that this one was made by, by uid. The operator alone writes it.',
    }),
  },
  columns: [
    { name: 'Prefix', type: 'string', jsonPath: '.spec.keyPrefix' },
    { name: 'Role', type: 'string', jsonPath: '.spec.role' },
    { name: 'Team', type: 'string', jsonPath: '.spec.teamId' },
    SPENT,
    { name: 'Blocked', type: 'boolean', jsonPath: '.spec.blocked', priority: 1 },
    { name: 'Expires', type: 'string', jsonPath: '.spec.expiresAt', priority: 1 },
  ],
  selectable: ['.spec.keyHash', '.spec.teamId', '.spec.organizationId'],
  api: {
    path: 'api-keys',
    permission: 'api_keys',
    tag: 'API keys',
    noun: 'API key',
    filters: ['user_id', 'role'],
    example: {
      name: 'Research notebooks',
      role: 'member',
      team_id: 'research',
      allowed_models: ['gpt-4o'],
      max_budget: 50,
      budget_duration: 'month',
      expires_at: '2027-06-30T00:00:00Z',
    },
  },
  enforcedBy: ['gateway', 'admin'],
});
