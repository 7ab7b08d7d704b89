import type { AnswerPart } from '../../protocols/protocol.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import type { Ending } from './phases.ts';

/** Of UTF-8. */
const BYTES_A_CHARACTER = 4;

/**
 * The most tokens that a request is taken for where several organizations share a count: one for each byte of the prompt and of the answer that
 * passed. What the provider says is believed of the platform's own ones alone: an organization's could use up what the others have.
 */
export const mostTokens = (
  model: RuntimeModel | undefined,
  ending: Ending,
  promptCharacters: number,
): number => mostOfBytes(model, promptCharacters, () => bytesOf(ending));

/** The same where `answerBytes` passed of the answer. */
export const mostOfBytes = (
  model: RuntimeModel | undefined,
  promptCharacters: number,
  answerBytes: () => number,
): number =>
  model?.provider.organization === undefined
    ? Infinity
    : BYTES_A_CHARACTER * promptCharacters + answerBytes();

function bytesOf(ending: Ending): number {
  if (ending.kind === 'document') return (ending.original ?? ending.body).length;
  if ('stream' in ending) return bytesOfPart(ending.stream);
  return 'part' in ending && ending.part ? bytesOfPart(ending.part) : 0;
}

/** What is no text alone is counted by the byte. */
const bytesOfPart = ({ characters, isText }: AnswerPart): number =>
  isText ? BYTES_A_CHARACTER * characters : characters;
