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
  return {
    ...{ base, draft, newest },
    isChanged: Object.keys(patchOf(base, draft)).length > 0,
    change: (more: Partial<SettingsDraft>): void =>
      setEditing((now = { base: newest, draft: newest }) => ({
        base: now.base,
        draft: { ...now.draft, ...more },
      })),
    /** A draft is what is there now. What was typed since it was sent stays. */
    saved: (sent: SettingsDraft): void =>
      setEditing((now) =>
        now === undefined || now.draft === sent ? undefined : { base: sent, draft: now.draft },
      ),
    /** Goes on from what is there now; with a draft, or without changes. */
    begin: (next?: SettingsDraft): void => setEditing(next && { base: newest, draft: next }),
  };
}
