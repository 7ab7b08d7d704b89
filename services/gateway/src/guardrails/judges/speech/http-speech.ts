import { z } from 'zod';
import { JUDGE, NOTHING_FOUND, type JudgeFinding, type Judgement } from './judgement.ts';
import type { Piece } from './pieces.ts';
import { joined, judgeLabel, judgeScore, type JudgeCall, type Speech } from './speech.ts';

const found = {
  label: judgeLabel.default('JUDGE'),
  score: judgeScore.default(1),
};

const answerSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('allow') }),
  z.object({ action: z.enum(['block', 'flag']), ...found }),
  z.object({ action: z.literal('redact'), ...found, text: z.string().optional() }),
]);
type Found = Exclude<z.output<typeof answerSchema>, { action: 'allow' }>;

/** `{stage, text, model, metadata}` → `{action, label, score, text?}`. */
export const httpSpeech: Speech = {
  ask: ({ stage, pieces, model, metadata }) => ({ stage, text: joined(pieces), model, metadata }),
  read: (answer, call) => {
    const read = answerSchema.safeParse(answer);
    if (!read.success) return undefined;
    const said = read.data;
    if (said.action === 'allow' || isTooMild(said, call)) return NOTHING_FOUND;
    const [piece] = call.pieces;
    if (!piece) return NOTHING_FOUND;
    // What takes the place of the joined texts cannot be told apart.
    if (said.action === 'redact' && call.pieces.length > 1) return 'apart';
    return judgementOf(said, piece);
  },
};

/** Toxic language counts from the guardrail's score. */
const isTooMild = ({ label, score }: Found, { terms: { toxicityThreshold } }: JudgeCall): boolean =>
  toxicityThreshold !== undefined && label.startsWith('TOXICITY') && score < toxicityThreshold;

/** Says it of the whole piece. What takes the place of a part of a text would stand there twice, so that such a part has a placeholder. */
function judgementOf(said: Found, piece: Piece): Judgement {
  const { action, label, score } = said;
  const { text, start, value, isWhole } = piece;
  const end = start + value.length;
  const finding: JudgeFinding = { text, start, end, label, score, action, detector: JUDGE };
  const replacement = said.action === 'redact' && isWhole ? said.text : undefined;
  return {
    findings: [finding],
    replaced: new Map(replacement === undefined ? [] : [[text, replacement]]),
  };
}
