import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { collectionKey } from '../../api/query-client.ts';
import { useApi } from '../../api/runtime.tsx';
import { readManifest, type Manifest, type ObjectAddress } from './manifest-api.ts';

const keyOf = ({ collection, id }: ObjectAddress): readonly string[] => [
  ...collectionKey(collection),
  'object',
  id,
  'yaml',
];

/** An object as YAML, read anew when it changes. */
export function useManifest(address: ObjectAddress) {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(address),
    queryFn: ({ signal }) => readManifest(api, address, signal),
  });
}

/** Takes what a write answered for what is there now, and has everything else of the collection read anew. */
export function useTakeManifest({ collection, id }: ObjectAddress) {
  const client = useQueryClient();
  return useCallback(
    (manifest: Manifest): void => {
      client.setQueryData(keyOf({ collection, id }), manifest);
      void client.invalidateQueries({ queryKey: collectionKey(collection) });
    },
    [client, collection, id],
  );
}
