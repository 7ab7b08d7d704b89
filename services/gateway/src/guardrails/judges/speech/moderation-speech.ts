import { z } from 'zod';
import { JUDGE, type JudgeFinding } from './judgement.ts';
import type { Piece } from './pieces.ts';
import type { Speech } from './speech.ts';

const category = z.string().regex(/^[A-Za-z][A-Za-z0-9_/-]{0,49}$/);

const answerSchema = z.object({
  results: z.array(
    z.object({
      flagged: z.boolean(),
      // OpenAI says null of categories that a model does not know.
      categories: z.record(category, z.boolean().nullable()),
      category_scores: z.record(category, z.number().min(0).max(1).nullable()),
    }),
  ),
});
type Result = z.output<typeof answerSchema>['results'][number];

/** OpenAI's `POST /v1/moderations`: one result for each text that it is sent. */
export const moderationSpeech: Speech = {
  ask: ({ pieces }) => ({ input: pieces.map(({ value }) => value) }),
  read: (answer, { pieces, terms: { toxicityThreshold } }) => {
    const read = answerSchema.safeParse(answer);
    if (!read.success || read.data.results.length !== pieces.length) return undefined;
    const findings = pieces.flatMap((piece, index) => {
      const result = read.data.results[index];
      return result ? findingsOf(result, piece, toxicityThreshold ?? Infinity) : [];
    });
    return { findings, replaced: new Map() };
  },
};

/** What it flags, and what has the score from which it counts. Without a category there is still that it was flagged. */
function findingsOf(result: Result, piece: Piece, threshold: number): JudgeFinding[] {
  const { flagged, categories, category_scores: scores } = result;
  const names = new Set([...Object.keys(categories), ...Object.keys(scores)]);
  const counted = [...names].filter(
    (name) => categories[name] === true || (scores[name] ?? 0) >= threshold,
  );
  const labels = counted.map((name) => ({ label: labelOf(name), score: scores[name] ?? 1 }));
  if (labels.length === 0 && flagged) labels.push({ label: TOXICITY, score: 1 });
  const { text, start, value } = piece;
  const place = { text, start, end: start + value.length };
  return labels.map(({ label, score }) => ({
    ...place,
    label,
    score,
    action: 'block',
    detector: JUDGE,
  }));
}

const TOXICITY = 'TOXICITY';

/** `TOXICITY_SELF_HARM_INTENT` of `self-harm/intent`. */
const labelOf = (name: string): string =>
  `${TOXICITY}_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
