import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/runtime.tsx';
import { isStale } from '../../../objects/write/write-problems.ts';
import {
  changeOf,
  changedMeanwhile,
  draftOf,
  type CacheDraft,
  type CacheSettings,
} from './cache-draft.ts';
import {
  CACHE_KEY,
  CACHE_SETTINGS,
  useCacheWritten,
  writeCache,
  type CacheManifests,
} from './use-cache-write.ts';

interface CacheEdit {
  /** What somebody began from. */
  readonly base: CacheSettings;
  readonly typed: Partial<CacheDraft>;
}

/** What became of it. */
type CacheOutcome =
  | { readonly kind: 'saved' }
  /** Somebody else saved the same fields meanwhile. */
  | { readonly kind: 'stale' }
  | (CacheManifests & { readonly kind: 'owned' });

/** Saves what was typed, where the fields are as somebody began from. */
export function useCacheSave() {
  const api = useApi();
  const client = useQueryClient();
  const written = useCacheWritten('The settings are saved.');
  const read = async () => {
    const response = await api.request(CACHE_SETTINGS);
    const now = (await response.json()) as CacheSettings;
    client.setQueryData(CACHE_KEY, now);
    return { now, tag: response.headers.get('etag') };
  };
  return useMutation({
    mutationFn: async ({ base, typed }: CacheEdit): Promise<CacheOutcome> => {
      const { now, tag } = await read();
      if (changedMeanwhile(base, now, typed)) return { kind: 'stale' };
      const body = changeOf(now, { ...draftOf(now), ...typed });
      const headers: Record<string, string> = tag === null ? {} : { 'If-Match': tag };
      try {
        const write = { method: 'PUT', path: CACHE_SETTINGS, body, headers } as const;
        const owned = await writeCache(api, write);
        return owned ? { kind: 'owned', ...owned } : { kind: 'saved' };
      } catch (error) {
        if (!isStale(error)) throw error;
        await read();
        return { kind: 'stale' };
      }
    },
    onSuccess: async ({ kind }) => {
      if (kind === 'saved') await written();
    },
  });
}
