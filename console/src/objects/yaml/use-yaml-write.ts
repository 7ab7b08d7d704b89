import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionKey } from '../../api/query-client.ts';
import { useApi } from '../../api/runtime.tsx';
import { isStale } from '../write/write-problems.ts';
import { writeManifest, type ObjectAddress } from './manifest-api.ts';
import { useTakeManifest } from './use-manifest.ts';
import type { YamlDraftState } from './use-yaml-draft.ts';

export interface YamlWriteState {
  /** What would be saved, once it was tried; undefined before. */
  readonly reviewed: string | undefined;
  readonly isBusy: boolean;
  /** Somebody else saved meanwhile. */
  readonly isStale: boolean;
  /** Why it was refused. */
  readonly error: unknown;
  /** Tries the change without saving it. */
  readonly review: () => void;
  readonly save: () => void;
  readonly back: () => void;
}

/** Tries a draft, and saves it. */
export function useYamlWrite(
  address: ObjectAddress,
  { draft, drop }: YamlDraftState,
): YamlWriteState {
  const api = useApi();
  const client = useQueryClient();
  const take = useTakeManifest(address);
  const [reviewed, setReviewed] = useState<string>();
  const write = useMutation({
    mutationFn: async (isTrial: boolean) => {
      if (!draft) throw new Error('there is no draft');
      const { text, base } = draft;
      return await writeManifest(api, address, { text, etag: base.etag, isTrial });
    },
    onSuccess: (manifest, isTrial) => {
      if (isTrial) {
        setReviewed(manifest.text);
        return;
      }
      take(manifest);
      drop();
      setReviewed(undefined);
      notifications.show({ message: 'Saved.', color: 'teal' });
    },
    onError: async (error) => {
      // What is there now has to be read before the three states can be compared.
      if (isStale(error)) {
        await client.invalidateQueries({ queryKey: collectionKey(address.collection) });
      }
    },
  });
  const { error } = write;
  return {
    reviewed,
    isBusy: write.isPending,
    isStale: isStale(error),
    error: error ?? undefined,
    review: () => write.mutate(true),
    save: () => write.mutate(false),
    back: () => {
      setReviewed(undefined);
      write.reset();
    },
  };
}
