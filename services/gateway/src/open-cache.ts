import { openStore } from '@aicp/common/counters/redis/open-counters';
import { redisAddressOf, type RedisEnvironment } from '@aicp/common/config/redis-environment';
import type { Logger } from '@aicp/common/log/logger';
import type { Registry } from '@aicp/common/metrics/registry';
import type { Clock } from '@aicp/common/time/clock';
import { sharedCacheFamilies, sharedQuestionFamilies } from './metrics/cache-counts.ts';
import { register } from './metrics/family.ts';
import { Alarms } from './pipeline/exchange/alarms.ts';
import { commonSecret, type SecretSettings } from './seal/shared-secret.ts';
import { AnswerCache } from './cache/answer-cache.ts';
import { SharedCache } from './cache/shared-cache.ts';
import { SharedCounts } from './cache/shared/shared-counts.ts';
import { StoreCircuit } from './cache/shared/store-circuit.ts';

interface CacheSettings extends SecretSettings {
  readonly redis?: RedisEnvironment;
}

interface CacheParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: () => number;
  readonly registry: Registry;
}

/**
 * The cache, which shares its answers where there is a server for that, and a secret to seal them with. It has a connection of its own: an answer on its
 * way would have the counts of requests wait behind it. Throws where the file with the secret cannot be read.
 */
export function openCache(settings: CacheSettings, parts: CacheParts): AnswerCache {
  const counts = { answers: new SharedCounts(), questions: new SharedCounts() };
  register(parts.registry, sharedCacheFamilies(counts.answers));
  register(parts.registry, sharedQuestionFamilies(counts.questions));
  return new AnswerCache({ ...parts, shared: sharedCacheOf(settings, parts, counts) });
}

function sharedCacheOf(
  settings: CacheSettings,
  { clock, log, random }: CacheParts,
  counts: Record<'answers' | 'questions', SharedCounts>,
): SharedCache | undefined {
  const { redis } = settings;
  if (!redis || !redisAddressOf(redis)) return undefined;
  const secret = commonSecret(settings);
  if (secret === undefined) {
    log.info({ reason: 'there is no secret to seal answers with' }, 'cache_not_shared');
    return undefined;
  }
  const store = openStore(redis, random);
  if (!store) return undefined;
  return new SharedCache({
    ...{ store, counts, clock, secret, deadlineMs: redis.AICP_REDIS_DEADLINE_MS / 2 },
    circuit: new StoreCircuit({ clock, log }),
    alarms: new Alarms({ clock, log }),
  });
}
