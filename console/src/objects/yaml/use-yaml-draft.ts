import { useState } from 'react';
import type { Manifest } from './manifest-api.ts';

/** A text that somebody is changing, and what they began from. */
export interface YamlDraft {
  readonly base: Manifest;
  readonly text: string;
}

export interface YamlDraftState {
  /** Undefined: nothing is changed. */
  readonly draft: YamlDraft | undefined;
  /** What the editor shows: the draft, else what is there now. */
  readonly text: string;
  /** Whether the object has changed since the draft was begun. */
  readonly isBehind: boolean;
  readonly write: (text: string) => void;
  readonly drop: () => void;
  /** Goes on from what is there now with another text. */
  readonly beginAgain: (text: string) => void;
}

/** What is made of an object's YAML. Until something is typed, it follows the object. */
export function useYamlDraft(manifest: Manifest): YamlDraftState {
  const [draft, setDraft] = useState<YamlDraft>();
  const begin = (base: Manifest, text: string): void =>
    setDraft(text === base.text ? undefined : { base, text });
  return {
    draft,
    text: draft?.text ?? manifest.text,
    isBehind: draft !== undefined && draft.base.text !== manifest.text,
    write: (text) => begin(draft?.base ?? manifest, text),
    drop: () => setDraft(undefined),
    beginAgain: (text) => begin(manifest, text),
  };
}
