import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import { isStale, ownedElsewhere } from '../../../objects/write/write-problems.ts';
import {
  draftOf,
  patchOf,
  type PlatformSettings,
  type SettingsDraft,
} from './platform-settings.ts';

export const SETTINGS = '/api/v1/settings';

export interface SettingsChange {
  /** What somebody began from. */
  readonly base: SettingsDraft;
  readonly patch: Readonly<Record<string, unknown>>;
}

/** What became of a change of the settings. */
export type SettingsOutcome =
  | { readonly kind: 'saved' }
  /** Somebody else saved meanwhile. */
  | { readonly kind: 'stale' }
  /** They are kept elsewhere: the manifest as it is, and as it would be. */
  | { readonly kind: 'owned'; readonly before: string; readonly after: string };

/** Saves the settings where they are as somebody began from. `isTrial`: nothing is written, to learn what would be committed elsewhere. */
export function useSettingsSave(onSaved: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = collectionKey(SETTINGS);
  const write = async ({ patch }: SettingsChange, isTrial: boolean): Promise<SettingsOutcome> => {
    const query = isTrial ? { dry_run: true } : {};
    try {
      await api.request(SETTINGS, { method: 'PATCH', body: patch, query });
      return { kind: 'saved' };
    } catch (error) {
      if (isStale(error)) return { kind: 'stale' };
      const owned = ownedElsewhere(error);
      if (!owned) throw error;
      const response = await api.request(SETTINGS, { headers: { Accept: 'application/yaml' } });
      return { kind: 'owned', before: await response.text(), after: owned.yaml };
    }
  };
  return useMutation({
    mutationFn: async (change: SettingsChange): Promise<SettingsOutcome> => {
      const now = await api.json<PlatformSettings>(SETTINGS);
      client.setQueryData(queryKey, now);
      if (Object.keys(patchOf(change.base, draftOf(now))).length > 0) return { kind: 'stale' };
      return await write(change, now.read_only);
    },
    onSuccess: async ({ kind }) => {
      if (kind !== 'saved') return;
      await client.invalidateQueries({ queryKey });
      onSaved();
      notifications.show({ message: 'The settings are saved.', color: 'teal' });
    },
  });
}
