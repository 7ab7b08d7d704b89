import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind, HEALTHY } from './kit/kind.ts';
import { priceFields } from './kit/price-fields.ts';
import { withRules } from './kit/rules.ts';
import { timeLimits } from './kit/time-limits.ts';

export const MODEL_MODES = [
  'chat',
  'completion',
  'embedding',
  'moderation',
  'rerank',
  'image',
  'audio',
  'speech',
  'transcription',
  'realtime',
] as const;

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    modelId: f.modelId().meta({
      description:
        'What clients send as `model`. Unique on the platform or within its organization, aliases included.',
    }),
    provider: f
      .refersTo('Provider', f.objectName(), { onDelete: 'goes' })
      .meta({ description: 'Name of the Provider that serves it.' }),
    upstreamModel: f.modelId().optional().meta({
      description:
        'What the provider calls it; without it, `modelId`. At a provider of the platform, an organization’s model names the platform’s model here.',
    }),
    aliases: f.list(f.modelId(), 32).optional().meta({
      description: 'Other ids that clients may send for it.',
    }),
    mode: z.enum(MODEL_MODES).default('chat').meta({
      description:
        'What the model is for. A request of another kind is refused, and says where to send it; as a member of a group or as a fallback, the model is passed over. One with `embedding` can also tell the answer cache how alike questions are.',
    }),
    lossy: z.enum(['drop', 'reject']).default('drop').meta({
      description:
        'What becomes of a request of which its provider cannot be told all, since it speaks another API: what is left out is named in a header of the answer, or the request is refused.',
    }),
    contextWindow: f.integer({ min: 1, max: 1_000_000_000 }).optional().meta({
      description:
        'Tokens that fit into one request and its answer. A provider’s count beyond is not believed: an estimate is recorded.',
    }),
    maxOutputTokens: f.integer({ min: 1, max: 1_000_000_000 }).optional().meta({
      description:
        'Tokens of the longest answer. A count that no 128 of them explain is not believed.',
    }),
    capabilities: f
      .list(
        f.text({
          min: 1,
          max: 64,
          pattern: {
            matches: /^[a-z0-9_-]+$/,
            says: "may hold small letters, digits, '_' and '-' only, for example vision",
          },
        }),
      )
      .optional()
      .meta({
        description: 'What it can do (`tools`, `vision`, `json`, …), for people and searches.',
      }),
    ...priceFields,
    tier: f.label().optional().meta({
      description:
        'A label for policies and access tiers: free, budget, standard, premium, experimental, self_hosted, or your own.',
    }),
    defaultLatencySlaMs: f.integer({ min: 1, max: 3_600_000 }).optional().meta({
      description:
        'Milliseconds that 95 of 100 answers are expected within, over an hour, where no SLADefinition of the same owner is about it.',
    }),
    weight: f.integer({ min: 0, max: 1_000_000 }).default(1).meta({
      description:
        'Share of traffic within a model group. 0: asked there when the others have failed.',
    }),
    fallbacks: f.refersTo('Model', f.list(f.modelId(), 32)).optional().meta({
      description: 'Model ids or aliases tried in order when this one cannot answer.',
    }),
    contextWindowFallbacks: f.refersTo('Model', f.list(f.modelId(), 32)).optional().meta({
      description:
        'The same, when its provider refuses a request that is longer than the model takes.',
    }),
    contentPolicyFallbacks: f.refersTo('Model', f.list(f.modelId(), 32)).optional().meta({
      description: 'The same, when its provider refuses a request for what it says.',
    }),
    ...timeLimits({
      connect: 'Without it, as its provider says.',
      part: 'Without it, as its provider says.',
      total: 'Without it, as its provider says.',
    }),
    tags: f
      .list(f.text({ min: 1, max: 64 }))
      .optional()
      .meta({
        description: 'Words to find it by.',
      }),
    isActive: z.boolean().default(true).meta({ description: 'Off takes it out of service.' }),
  }),
  [
    {
      cel: '!has(self.aliases) || !(self.modelId in self.aliases)',
      message: 'aliases must not repeat modelId',
      fieldPath: '.aliases',
      holds: (self) => !(self.aliases ?? []).includes(self.modelId),
    },
    {
      cel: '!has(self.fallbacks) || !(self.modelId in self.fallbacks)',
      message: 'fallbacks must not name the model itself',
      fieldPath: '.fallbacks',
      holds: (self) => !(self.fallbacks ?? []).includes(self.modelId),
    },
    ...(['contextWindowFallbacks', 'contentPolicyFallbacks'] as const).map((field) => ({
      cel: `!has(self.${field}) || !(self.modelId in self.${field})`,
      message: `${field} must not name the model itself`,
      fieldPath: `.${field}`,
      holds: (
        self: { readonly modelId: string } & Readonly<
          Partial<Record<typeof field, string[] | undefined>>
        >,
      ) => !(self[field] ?? []).includes(self.modelId),
    })),
  ],
);

export type ModelSpec = z.output<typeof spec>;

/** A model that clients may ask for. */
export const model = defineKind({
  kind: 'Model',
  plural: 'models',
  shortNames: ['mdl'],
  feature: 'model',
  description:
    'A model that clients may ask for: its id and aliases, the provider behind it, its prices and its fallbacks.',
  spec,
  columns: [
    { name: 'Model', type: 'string', jsonPath: '.spec.modelId' },
    { name: 'Provider', type: 'string', jsonPath: '.spec.provider' },
    { name: 'Tier', type: 'string', jsonPath: '.spec.tier', priority: 1 },
    { name: 'Active', type: 'boolean', jsonPath: '.spec.isActive', priority: 1 },
    HEALTHY,
  ],
  selectable: ['.spec.modelId', '.spec.provider'],
  api: {
    path: 'models',
    permission: 'models',
    readers: 'everybody',
    isShared: true,
    tag: 'Models',
    noun: 'model',
    filters: ['tier', 'mode'],
    example: {
      id: 'gpt-4o',
      provider: 'openai',
      context_window: 128_000,
      input_price_per_million: 2.5,
      output_price_per_million: 10,
      tier: 'premium',
    },
  },
  enforcedBy: ['gateway'],
  wireNames: { modelId: 'id', displayName: 'display_name' },
});
