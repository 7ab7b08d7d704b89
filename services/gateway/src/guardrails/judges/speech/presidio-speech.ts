import { z } from 'zod';
import { JUDGE, type JudgeFinding } from './judgement.ts';
import { BETWEEN, type Piece } from './pieces.ts';
import { joined, judgeLabel, judgeScore, type Speech } from './speech.ts';

const answerSchema = z.array(
  z
    .object({
      entity_type: judgeLabel,
      start: z.int().min(0),
      end: z.int().min(0),
      score: judgeScore,
    })
    .refine(({ start, end }) => start < end),
);
type Entity = z.output<typeof answerSchema>[number];

/** Of Presidio's scores, those below are guesses: a number that may be anything has 0.05. */
const LEAST_SCORE = 0.35;
const LANGUAGE = 'en';

/** Presidio's analyzer, `POST /analyze`. It counts places in characters (code points). */
export const presidioSpeech: Speech = {
  ask: ({ pieces }) => ({
    text: joined(pieces),
    language: LANGUAGE,
    score_threshold: LEAST_SCORE,
  }),
  read: (answer, { pieces, terms: { piiAction: action } }) => {
    const read = answerSchema.safeParse(answer);
    if (!read.success) return undefined;
    const places = unitsOf(joined(pieces));
    if (read.data.some(({ end }) => end >= places.length)) return undefined;
    const findings = read.data
      .filter(({ score }) => score >= LEAST_SCORE)
      .flatMap((entity) => inPieces(entity, pieces, places))
      .map((place): JudgeFinding => ({ ...place, action, detector: JUDGE }));
    return { findings, replaced: new Map() };
  },
};

/** Where the n-th character of a text begins, in UTF-16 units; the last one is the text's end. */
function unitsOf(text: string): number[] {
  const places = [0];
  let at = 0;
  for (const character of text) places.push((at += character.length));
  return places;
}

/** The parts of a finding that stand in the pieces of the texts; nothing of what stands between them. */
function inPieces(entity: Entity, pieces: readonly Piece[], places: readonly number[]) {
  const { entity_type: label, score } = entity;
  const from = places[entity.start] ?? 0;
  const to = places[entity.end] ?? 0;
  let at = 0;
  return pieces.flatMap(({ text, start, value }) => {
    const begin = Math.max(from - at, 0);
    const end = Math.min(to - at, value.length);
    at += value.length + BETWEEN.length;
    return begin < end ? [{ text, start: start + begin, end: start + end, label, score }] : [];
  });
}
