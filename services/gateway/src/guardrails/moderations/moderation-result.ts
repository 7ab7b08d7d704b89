/** What was found, as a moderation says it. */
export interface Labelled {
  readonly label: string;
  readonly score: number;
}

/** The categories of OpenAI's moderation, which clients expect to be there. */
const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
] as const;

/** By the label that a finding of a judge that speaks as OpenAI's has: `TOXICITY_SELF_HARM_INTENT`. */
const BY_LABEL: ReadonlyMap<string, string> = new Map(
  CATEGORIES.map((name) => [`TOXICITY_${name.toUpperCase().replaceAll(/[^A-Z]/g, '_')}`, name]),
);

/** One result of a moderation. What OpenAI has no category for is one of its own, by its label. */
export function moderationResult(found: readonly Labelled[]): object {
  const scores = new Map<string, number>(CATEGORIES.map((name) => [name, 0]));
  for (const { label, score } of found) {
    const name = BY_LABEL.get(label) ?? label;
    scores.set(name, Math.max(scores.get(name) ?? 0, score));
  }
  const of = <T>(say: (score: number) => T): Record<string, T> =>
    Object.fromEntries([...scores].map(([name, score]) => [name, say(score)]));
  return {
    flagged: found.length > 0,
    categories: of((score) => score > 0),
    category_scores: of((score) => score),
    category_applied_input_types: of((score) => (score > 0 ? ['text'] : [])),
  };
}
