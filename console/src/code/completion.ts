import {
  autocompletion,
  completionKeymap,
  startCompletion,
  type Completion,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** Something that may be typed. */
export interface CodeOption {
  readonly label: string;
  /** What is put into the text; undefined: the label. */
  readonly insert?: string;
  /** A few words beside it. */
  readonly detail?: string;
  /** A sentence for the option that is marked. */
  readonly info?: string | undefined;
}

/** What may be typed next, in the place of what stands from `from` on. */
export interface CodeOptions {
  readonly from: number;
  readonly options: readonly CodeOption[];
}

/** Gets the text up to where somebody types; undefined: nothing is known there. */
export type CodeCompletion = (text: string) => CodeOptions | undefined;

const toCompletion = ({ label, insert, detail, info }: CodeOption): Completion => ({
  label,
  apply: insert ?? label,
  ...(detail !== undefined && detail !== '' && { detail }),
  ...(info !== undefined && { info }),
});

/** Offers what may be typed, as one types and by Ctrl+Space. */
export const completionOf = (complete: CodeCompletion): Extension => [
  autocompletion({
    icons: false,
    override: [
      ({ state, pos, explicit }) => {
        const before = state.doc.sliceString(0, pos);
        // An empty line is left alone until somebody asks.
        if (!explicit && !/[A-Za-z0-9_:]\s?$/.test(before)) return null;
        const found = complete(before);
        if (!found) return null;
        const { from, options } = found;
        return { from, options: options.map(toCompletion), validFor: /^[A-Za-z0-9_./-]*$/ };
      },
    ],
  }),
  keymap.of([...completionKeymap, { key: 'Alt-Space', run: startCompletion }]),
];
