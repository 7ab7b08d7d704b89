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
  readonly draft: SettingsDraft;
}

/** What became of a change of the settings. */
export type SettingsOutcome =
  | { readonly kind: 'saved' }
  /** Somebody else saved meanwhile. */
  | { readonly kind: 'stale' }
  /** They are kept elsewhere: the manifest as it is, and as it would be. */
  | { readonly kind: 'owned'; readonly before: string; readonly after: string };

/** The settings as they are, with the tag by which a write says what it was made from. */
interface SettingsNow {
  readonly now: PlatformSettings;
  readonly tag: string | null;
}

/** Saves the settings where they are as somebody began from. */
export function useSettingsSave(onSaved: (draft: SettingsDraft) => void) {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = collectionKey(SETTINGS);
  const write = async (
    { base, draft }: SettingsChange,
    { now, tag }: SettingsNow,
  ): Promise<SettingsOutcome> => {
    // To learn what would be committed elsewhere, nothing is written.
    const query = now.read_only ? { dry_run: true } : {};
    const headers: Record<string, string> = tag === null ? {} : { 'If-Match': tag };
    try {
      await api.request(SETTINGS, { method: 'PATCH', body: patchOf(base, draft), query, headers });
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
      const response = await api.request(SETTINGS);
      const now = (await response.json()) as PlatformSettings;
      client.setQueryData(queryKey, now);
      if (Object.keys(patchOf(change.base, draftOf(now))).length > 0) return { kind: 'stale' };
      return await write(change, { now, tag: response.headers.get('etag') });
    },
    onSuccess: async ({ kind }, { draft }) => {
      if (kind !== 'saved') return;
      await client.invalidateQueries({ queryKey });
      onSaved(draft);
      notifications.show({ message: 'The settings are saved.', color: 'teal' });
    },
  });
}
