import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';

const feature = (on: boolean, what: string) => z.boolean().default(on).meta({ description: what });

const features = z.object({
  routingPolicies: feature(true, 'Off: routing policies are not applied.'),
  costTracking: feature(true, 'Off: usage is recorded without its cost.'),
  budgetEnforcement: feature(true, 'Off: budgets are reported and block nothing.'),
  guardrails: feature(true, 'Off: guardrails are not applied.'),
  semanticCache: feature(false, 'On: answers may come from the cache, as `spec.cache` says.'),
  fourEyes: feature(
    true,
    'Off: whoever submits a prompt, asks for access or starts a workflow may also approve it. On: only the sole administrator may.',
  ),
  maintenanceMode: feature(false, 'On: the gateway answers 503 to every model request.'),
});

const days = (initial: number, what: string) =>
  f
    .integer({ min: 1, max: 36_500 })
    .default(initial)
    .meta({
      description: `Days that ${what} are kept.`,
    });

const retention = z.object({
  auditDays: days(365, 'audit entries'),
  usageDays: days(400, 'usage records'),
  decisionDays: days(7, 'decision records'),
});

const MEBIBYTE = 1_048_576;

/** Who shares what the cache keeps of one of them, from the widest to the narrowest. */
export const CACHE_SCOPES = ['organization', 'team', 'key', 'user'] as const;

const semantic = z.object({
  model: f.refersTo('Model', f.modelId(), { onDelete: 'stays' }).meta({
    description:
      'Model of the platform with `mode: embedding` that tells how alike texts are. What it is asked is counted to whoever asks.',
  }),
  threshold: f.fraction().default('0.95').meta({
    description:
      'How alike the last messages of two requests have to be: the least cosine of their vectors.',
  }),
  maxBytes: f
    .integer({ min: MEBIBYTE, max: 17_179_869_184 })
    .default(64 * MEBIBYTE)
    .meta({
      description: 'Bytes of memory that vectors take in each gateway, at most, beside `maxBytes`.',
    }),
});

const cache = z.object({
  scope: z.enum(CACHE_SCOPES).default('team').meta({
    description:
      'Within whom an answer is given again. A key without an organization, a team or a user of its own shares with nobody.',
  }),
  ttlSeconds: f.integer({ min: 1, max: 2_592_000 }).default(3600).meta({
    description: 'Seconds that an answer is kept.',
  }),
  maxBytes: f
    .integer({ min: MEBIBYTE, max: 17_179_869_184 })
    .default(64 * MEBIBYTE)
    .meta({ description: 'Bytes of memory that answers take in each gateway, at most.' }),
  maxAnswerBytes: f.integer({ min: 1024, max: 131_072 }).default(65_536).meta({
    description: 'Bytes of the largest answer that is kept.',
  }),
  maxTemperature: f.temperature().default(1).meta({
    description:
      'Requests with a higher `temperature` are not answered from the cache. One that names none has 1.',
  }),
  epoch: f.integer({ min: 0, max: 1_000_000_000 }).default(0).meta({
    description: 'Another number forgets every answer that was kept before.',
  }),
  organizationEpochs: z
    .record(z.string(), f.integer({ min: 0, max: 1_000_000_000 }))
    .optional()
    .meta({
      description: 'The same for the answers of single organizations, by their names.',
      maxProperties: 1000,
    }),
  semantic: semantic.optional().meta({
    description:
      'Absent: equal requests alone are answered from the cache. Present: also those whose last message means the same.',
  }),
});

/** What may become of a request for a model that has no price. */
export const UNPRICED_MODEL_POLICIES = ['block', 'warn', 'zero'] as const;
export type UnpricedModelPolicy = (typeof UNPRICED_MODEL_POLICIES)[number];

const spec = z.object({
  displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
  features: features.prefault({}).meta({ description: 'Switches of the platform.' }),
  defaultModel: f.refersTo('Model', f.modelId(), { onDelete: 'stays' }).optional().meta({
    description: 'Model id or alias that serves a request which names none.',
  }),
  globalRpmLimit: f.integer({ min: 1, max: 1_000_000_000 }).optional().meta({
    description: 'Requests a minute of the whole platform.',
  }),
  environment: f.label().optional().meta({
    description:
      'Where this installation stands (`production`), for the policy attribute `environment`.',
  }),
  timeZone: f
    .text({
      min: 1,
      max: 64,
      pattern: {
        matches: /^[A-Za-z0-9_+/-]+$/,
        says: 'must be the name of an IANA time zone, for example Europe/Berlin',
      },
    })
    .default('UTC')
    .meta({
      description: 'IANA time zone of `hour` and `weekday` in policies, and of calendar windows.',
    }),
  retention: retention.prefault({}).meta({ description: 'How long facts are kept.' }),
  cache: cache.prefault({}).meta({
    description: 'How answers are kept and given again, where `features.semanticCache` is on.',
  }),
  unpricedModelPolicy: z.enum(UNPRICED_MODEL_POLICIES).default('warn').meta({
    description:
      'Requests for models without a price. `block`: they are refused; `warn`: they are served and counted as unpriced, and refused where a limit on money applies; `zero`: they cost nothing.',
  }),
  requireAuth: z.boolean().default(false).meta({
    description: 'On: the cost and budget services ask whoever reads for a key.',
  }),
});

export type ControlPlaneSpec = z.output<typeof spec>;

/** The settings of the installation. */
export const controlPlane = defineKind({
  kind: 'ControlPlane',
  plural: 'controlplanes',
  shortNames: ['acp'],
  feature: 'control-plane',
  description:
    'The settings of the installation. There is one, named `default`; the operator creates it where it is absent.',
  spec,
  columns: [
    { name: 'Environment', type: 'string', jsonPath: '.spec.environment' },
    { name: 'Default-Model', type: 'string', jsonPath: '.spec.defaultModel' },
  ],
  singleton: 'default',
  api: {
    path: 'settings',
    permission: 'settings',
    tag: 'Settings',
    noun: 'settings object',
    auditName: 'settings',
    example: {
      default_model: 'gpt-4o-mini',
      environment: 'production',
      time_zone: 'Europe/Berlin',
    },
    hasOwnRoutes: true,
  },
  enforcedBy: ['gateway', 'admin', 'budget'],
});
