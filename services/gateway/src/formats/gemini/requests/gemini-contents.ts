import type {
  JsonObject,
  Part,
  ReasoningPart,
  ResultPart,
  Turn,
} from '../../conversation/conversation.ts';
import { NOBODY_ASKED } from '../../conversation/nobody-asked.ts';
import { geminiPartOf, type NameOf } from './gemini-parts.ts';

/** What Google takes in the place of the signature of a call that another model made (https://ai.google.dev/gemini-api/docs/thought-signatures). */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/** The turns as Google writes them. Throws `Untranslatable`. `needsSignatures`: whether the model refuses calls without any. */
export function contentsOf(turns: readonly Turn[], needsSignatures: boolean): JsonObject[] {
  const calls = turns.flatMap(({ parts }) => parts.filter((part) => part.kind === 'call'));
  const names = new Map(calls.map(({ id, name }) => [id, name]));
  const places = new Map(calls.map(({ id }, place) => [id, place]));
  const placeOf = ({ callId }: ResultPart) => places.get(callId) ?? Infinity;
  const contents: { role: string; parts: JsonObject[] }[] = [];
  for (const { role, parts } of turns) {
    const nameOf: NameOf = (id) => names.get(id);
    const written =
      role === 'assistant'
        ? modelParts(parts, nameOf, needsSignatures)
        : userParts(parts, nameOf, (one, other) => placeOf(one) - placeOf(other));
    const last = contents.at(-1);
    const writer = role === 'assistant' ? 'model' : 'user';
    if (last?.role === writer) last.parts.push(...written);
    else if (written.length > 0) contents.push({ role: writer, parts: written });
  }
  if (contents.length === 0) contents.push({ role: 'user', parts: [{ text: NOBODY_ASKED }] });
  return contents;
}

/** Results stand in the order of their calls, before all else; pictures that tools answered with follow as the user's. */
function userParts(
  parts: readonly Part[],
  nameOf: NameOf,
  order: (one: ResultPart, other: ResultPart) => number,
): JsonObject[] {
  const results = parts.filter((part) => part.kind === 'result').sort(order);
  const shown = results.flatMap((result) => result.parts.filter(({ kind }) => kind !== 'text'));
  const rest = parts.filter((part) => part.kind !== 'result' && part.kind !== 'reasoning');
  return [...results, ...shown, ...rest].map((part) => geminiPartOf(part, nameOf));
}

/** A seal of a piece of reasoning stands at the last text, which is where Google writes it where there is no call. */
function modelParts(
  parts: readonly Part[],
  nameOf: NameOf,
  needsSignatures: boolean,
): JsonObject[] {
  const said = parts.filter((part) => part.kind !== 'reasoning');
  const written = said.map((part) => geminiPartOf(part, nameOf));
  const seal = parts.filter((part) => part.kind === 'reasoning').findLast(isOfGoogle)?.seal?.value;
  if (seal !== undefined) sign(written, (part) => 'text' in part, seal);
  const isSigned = written.some((part) => 'functionCall' in part && 'thoughtSignature' in part);
  const firstCall = written.findIndex((part) => 'functionCall' in part);
  if (needsSignatures && !isSigned && firstCall !== -1)
    written[firstCall] = { ...written[firstCall], thoughtSignature: NO_SIGNATURE };
  return written;
}

const isOfGoogle = ({ seal }: ReasoningPart): boolean => seal?.format === 'gemini';

function sign(parts: JsonObject[], which: (part: JsonObject) => boolean, value: string): void {
  const at = parts.findLastIndex(which);
  const signed = { ...(parts[at] ?? { text: '' }), thoughtSignature: value };
  if (at === -1) parts.push(signed);
  else parts[at] = signed;
}
