import { piecesOf, type TwinAnswer } from '../kit/answer-for.ts';
import { callSignature } from './check-turns.ts';

type Json = Readonly<Record<string, unknown>>;

const REASONS: Readonly<Record<TwinAnswer['end'], string>> = {
  stop: 'STOP',
  stop_sequence: 'STOP',
  calls: 'STOP',
  refusal: 'STOP',
  length: 'MAX_TOKENS',
  filter: 'SAFETY',
};

export interface AnsweredBy {
  readonly model: string;
  readonly id: string;
  /** How many answers are wanted. */
  readonly candidates: number;
}

/** A whole answer. */
export function documentOf(answer: TwinAnswer, by: AnsweredBy): Json {
  const parts = partsOf(answer, (text) => [text]);
  const candidates = Array.from({ length: by.candidates }, (_, index) =>
    candidateOf(parts, index, REASONS[answer.end]),
  );
  return { candidates, ...footOf(answer, by, true) };
}

/** The same as the chunks of a stream: the reason comes with the last, and counts grow. */
export function chunksOf(answer: TwinAnswer, by: AnsweredBy): Json[] {
  const parts = partsOf(answer, piecesOf);
  return parts.map((part, at) => {
    const isLast = at === parts.length - 1;
    const candidate = candidateOf([part], 0, isLast ? REASONS[answer.end] : undefined);
    return { candidates: [candidate], ...footOf(answer, by, isLast) };
  });
}

/** The answer to a prompt that Google will not show its model. */
export const blockedOf = (answer: TwinAnswer, by: AnsweredBy): Json => ({
  promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
  ...footOf({ ...answer, usage: { ...answer.usage, output: 0, reasoning: 0 } }, by, true),
});

const candidateOf = (parts: readonly Json[], index: number, finishReason?: string): Json => ({
  content: { parts, role: 'model' },
  ...(finishReason === undefined ? {} : { finishReason }),
  index,
});

/** A signature stands at the first call, or else at the last text. */
function partsOf(
  { reasoning, text, calls }: TwinAnswer,
  cut: (text: string) => readonly string[],
): Json[] {
  const thoughts = reasoning
    ? cut(reasoning.text).map((one) => ({ text: one, thought: true }))
    : [];
  const said: Json[] = cut(text)
    .filter((one) => one !== '')
    .map((one) => ({ text: one }));
  if (reasoning && calls.length === 0)
    said.push({ text: '', thoughtSignature: reasoning.signature });
  const called = calls.map(({ name, arguments: args }, at) => ({
    functionCall: { name, args },
    ...(at === 0 ? { thoughtSignature: callSignature(name) } : {}),
  }));
  const parts = [...thoughts, ...said, ...called];
  return parts.length === 0 ? [{ text: '' }] : parts;
}

/** `promptTokenCount` includes what was cached; what a model thought stands beside its answer. */
function footOf({ usage }: TwinAnswer, { model, id }: AnsweredBy, isLast: boolean): Json {
  const { input, cachedInput, cacheWrite, output, reasoning } = usage;
  const prompt = input + cachedInput + cacheWrite;
  const said = isLast ? output : Math.ceil(output / 2);
  return {
    usageMetadata: {
      promptTokenCount: prompt,
      ...(said > 0 ? { candidatesTokenCount: said } : {}),
      totalTokenCount: prompt + said + reasoning,
      ...(cachedInput > 0 ? { cachedContentTokenCount: cachedInput } : {}),
      ...(reasoning > 0 ? { thoughtsTokenCount: reasoning } : {}),
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: prompt }],
    },
    modelVersion: model,
    responseId: id,
  };
}
