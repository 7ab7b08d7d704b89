import { answerFor, signatureOf } from '../kit/answer-for.ts';
import type { TwinContent } from './gemini-request.ts';

/** What Google takes in the place of a signature (https://ai.google.dev/gemini-api/docs/thought-signatures). */
const DUMMIES = new Set([
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
]);

/** The signature of a call, which nobody else can make. */
export const callSignature = (name: string): string => signatureOf(`call ${name}`);

const TEXT_SIGNATURE = answerFor({ text: '', promptCharacters: 1, wantsReasoning: true }).reasoning
  ?.signature;

/** What is wrong with the order of turns, or with what they are signed with; undefined: nothing. */
export function wrongTurn(contents: readonly TwinContent[], model: string): string | undefined {
  for (const [at, content] of contents.entries()) {
    const around = { before: contents[at - 1], after: contents[at + 1] };
    const wrong = wrongOrder(content, around) ?? wrongSignature(content.parts, model);
    if (wrong !== undefined) return wrong;
  }
  const isOfModel = contents.at(-1)?.role === 'model';
  return isOfModel && NO_PREFILL.some((name) => model.includes(name))
    ? 'Requests ending with a model turn are not supported.'
    : undefined;
}

/** Models that go on from no turn of their own; those before them do. */
const NO_PREFILL = ['gemini-3.5-flash-lite', 'gemini-3.6', 'gemini-3.7'];

interface Around {
  readonly before: TwinContent | undefined;
  readonly after: TwinContent | undefined;
}

function wrongOrder(content: TwinContent, { before, after }: Around): string | undefined {
  const calls = countOf(content, 'functionCall');
  if (calls > 0 && content.role !== 'model') return 'Function calls must have the role model.';
  if (calls > 0 && countOf(after, 'functionResponse') !== calls)
    return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
  return countOf(content, 'functionResponse') > 0 && countOf(before, 'functionCall') === 0
    ? 'Please ensure that function response turn comes immediately after a function call turn.'
    : undefined;
}

const countOf = (
  content: TwinContent | undefined,
  kind: 'functionCall' | 'functionResponse',
): number => (content?.parts ?? []).filter((part) => part[kind]).length;

/** Google reads bytes in either alphabet, and its library for Python writes them in the other one. */
const inBase64 = (bytes: string): string => bytes.replaceAll('-', '+').replaceAll('_', '/');

function wrongSignature(parts: TwinContent['parts'], model: string): string | undefined {
  const calls = parts.filter((part) => part.functionCall);
  const needsOne = model.startsWith('gemini-3') && calls.length > 0;
  if (needsOne && calls[0]?.thoughtSignature === undefined)
    return `Function call \`${calls[0]?.functionCall?.name}\` is missing a thought_signature.`;
  const wrong = parts.find(
    ({ functionCall, thoughtSignature: signature }) =>
      signature !== undefined &&
      !DUMMIES.has(signature) &&
      inBase64(signature) !== (functionCall ? callSignature(functionCall.name) : TEXT_SIGNATURE),
  );
  return wrong ? 'Corrupted thought signature.' : undefined;
}
