import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Stands inside the secrets of the files, so that they hold nothing that looks like a key that lives. */
const SPLIT = '\0';

const labelledSpan = z.strictObject({
  /** UTF-16 units from the beginning of the text; the end is exclusive. */
  start: z.number(),
  end: z.number(),
  label: z.string(),
  /** A finding may reach as far as this: the whole address around a password, the whole assignment. */
  outer: z.tuple([z.number(), z.number()]).optional(),
  /** What sort of its label it is: `github` of SECRET, `national` of PHONE_NUMBER. */
  kind: z.string().optional(),
  /** False: nothing around the number says what it is, and it has no separators. It is judged apart. */
  context: z.literal(false).optional(),
});
export type LabelledSpan = z.output<typeof labelledSpan>;

const labelledText = z.strictObject({
  id: z.string(),
  locale: z.string(),
  text: z.string().transform((text) => text.replaceAll(SPLIT, '')),
  spans: z.array(labelledSpan),
});
export type LabelledText = z.output<typeof labelledText>;

/** `open` may be read by whoever makes detectors, `held-back` by nobody. */
export const HALVES = ['open', 'held-back'] as const;
export type Half = (typeof HALVES)[number];

/** The labelled texts of one half of the set. Throws where a line is none. */
export function loadTexts(half: Half): readonly LabelledText[] {
  const lines = readFileSync(join(import.meta.dirname, `data/${half}.jsonl`), 'utf8');
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => labelledText.parse(JSON.parse(line)));
}
