import { useMutation, useQueryClient } from '@tanstack/react-query';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import { ownedElsewhere } from '../../../objects/write/write-problems.ts';
import { showDone } from '../../../ui/states/show-done.tsx';
import { SETTINGS } from '../platform/use-settings-save.ts';

export const CACHE_SETTINGS = '/api/v1/cache/settings';
export const CACHE_PURGE = '/api/v1/cache/purge';
export const CACHE_STATS = '/api/v1/cache/stats';

/** They are a part of the platform's settings, and read anew with these. */
export const CACHE_KEY = [...collectionKey(SETTINGS), 'cache'] as const;

interface CacheWrite {
  readonly method: 'PUT' | 'POST';
  readonly path: typeof CACHE_SETTINGS | typeof CACHE_PURGE;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is to be committed where the settings are kept: the manifest as it is, and as it would be. */
export interface CacheManifests {
  readonly owner: string;
  readonly before: string;
  readonly after: string;
}

/** Writes something of the cache. Where Git keeps the settings nothing is written, and what to commit is answered. */
export async function writeCache(
  api: ReturnType<typeof useApi>,
  { path, ...init }: CacheWrite,
): Promise<CacheManifests | undefined> {
  try {
    await api.request(path, init);
    return undefined;
  } catch (error) {
    const owned = ownedElsewhere(error);
    if (!owned) throw error;
    const accepts = { headers: { Accept: 'application/yaml' } };
    const response = await api.request(SETTINGS, accepts);
    return { owner: owned.owner, before: await response.text(), after: owned.yaml };
  }
}

/** Reads anew what a write of the cache may have changed, and says that it was done. */
export function useCacheWritten(done: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: collectionKey(SETTINGS) });
    void client.invalidateQueries({ queryKey: ['read', CACHE_STATS] });
    showDone(done);
  };
}

/** Writes something of the cache, and says so. Where Git keeps the settings nothing is written, and what to commit is the data. */
export function useCacheWrite(done: string) {
  const api = useApi();
  const written = useCacheWritten(done);
  return useMutation({
    mutationFn: async (write: CacheWrite) => await writeCache(api, write),
    onSuccess: async (owned) => {
      if (!owned) await written();
    },
  });
}
