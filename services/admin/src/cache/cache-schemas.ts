import { CACHE_SCOPES } from '@aicp/crds/control-plane';
import { z } from 'zod';

const time = z.iso.datetime();

/** What the cache did over a time. */
export const cacheStats = z
  .object({
    since: time,
    until: time,
    is_enabled: z.boolean().meta({ description: 'Whether answers come from the cache now.' }),
    level: z.enum(['exact', 'semantic']).meta({
      description:
        '`exact`: equal requests alone are answered from the cache. `semantic`: also those whose last message means the same.',
    }),
    hits: z.int(),
    misses: z.int(),
    bypassed: z.int().meta({ description: 'Requests that the cache was not asked for.' }),
    hit_rate: z.number().nullable().meta({
      description: 'Hits of all hits and misses, 0 to 1; null where there were none.',
    }),
    entries: z.int().nullable().meta({
      description:
        'Answers that gateways keep in memory, as each said last; one that several keep counts for each. Null where a part of all is asked about, or no gateway says it.',
    }),
    tokens_saved: z.int(),
    cost_saved_usd: z.number().meta({
      description: 'What the answers cost when providers gave them.',
    }),
  })
  .meta({ id: 'CacheStats' });

/** Kubernetes keeps fractions as texts: both are taken, and numbers answered. */
const fraction = z.union([z.number(), z.string()]);

/** How answers are kept, as the ControlPlane says. */
export const cacheSettings = z
  .object({
    is_enabled: z.boolean().meta({ description: '`features.semantic_cache` of the settings.' }),
    scope: z.enum(CACHE_SCOPES),
    ttl_seconds: z.int(),
    max_bytes: z.int().meta({ description: 'In each gateway.' }),
    max_answer_bytes: z.int(),
    max_temperature: z.number(),
    epoch: z.int(),
    organization_epochs: z.record(z.string(), z.int()),
    semantic: z
      .object({
        model: z.string(),
        threshold: z.number(),
        max_bytes: z.int(),
        problem: z.string().nullable().meta({
          description:
            'Why the model cannot tell how alike questions are, so that equal requests alone are answered; null: it can.',
        }),
      })
      .nullable()
      .meta({ description: 'Null where equal requests alone are answered from the cache.' }),
  })
  .meta({ id: 'CacheSettings' });
export type CacheSettings = z.output<typeof cacheSettings>;

/** What of it is to change. The settings' own rules say what is right. */
export const changedCacheSettings = z
  .strictObject({
    is_enabled: z.boolean(),
    scope: z.enum(CACHE_SCOPES),
    ttl_seconds: z.int(),
    max_bytes: z.int(),
    max_answer_bytes: z.int(),
    max_temperature: fraction,
    semantic: z
      .strictObject({ model: z.string(), threshold: fraction, max_bytes: z.int() })
      .partial()
      .nullable()
      .meta({ description: 'Null: equal requests alone are answered from the cache.' }),
  })
  .partial()
  .meta({ id: 'CacheSettingsChange' });
export type ChangedCacheSettings = z.output<typeof changedCacheSettings>;

/** Whose answers are to be forgotten; without a body, all. */
export const cachePurge = z
  .strictObject({
    organization_id: z.string().min(1).max(253).optional().meta({
      description: 'Only those of this organization, by its id or slug; without it, all.',
    }),
  })
  .prefault({});
