import { useMemo, useState } from 'react';
import {
  draftOf,
  patchOf,
  type PlatformSettings,
  type SettingsDraft,
} from './platform-settings.ts';

interface Editing {
  /** What somebody began from. */
  readonly base: SettingsDraft;
  readonly draft: SettingsDraft;
}

/** Settings as somebody edits them. They keep what they began from: what others save meanwhile does not mix with what is typed. */
export function useSettingsDraft(settings: PlatformSettings) {
  const newest = useMemo(() => draftOf(settings), [settings]);
  const [editing, setEditing] = useState<Editing>();
  const { base, draft } = editing ?? { base: newest, draft: newest };
  const patch = patchOf(base, draft);
  return {
    ...{ base, draft, newest, patch },
    isChanged: Object.keys(patch).length > 0,
    change: (more: Partial<SettingsDraft>): void =>
      setEditing((now = { base: newest, draft: newest }) => ({
        base: now.base,
        draft: { ...now.draft, ...more },
      })),
    /** Goes on from what is there now; with a draft, or without changes. */
    begin: (next?: SettingsDraft): void => setEditing(next && { base: newest, draft: next }),
  };
}
