import type { AnswerEvent } from '../conversation/answer-event.ts';
import type { JsonObject, Seal } from '../conversation/conversation.ts';
import { Undecodable } from '../format.ts';
import { countOf, objectOf, textOf } from '../json/members.ts';
import { parseJson } from '@aicp/common/json/parse-json';

/** A call that has begun. */
interface OpenCall {
  /** Of the answer's calls, from 0. */
  readonly index: number;
  readonly id: string | undefined;
  readonly name: string;
  text: string;
}

/** A call, or a piece of one, as it was said. */
interface Piece {
  /** The index that stands there; undefined: none does. */
  readonly said: number | undefined;
  /** The index, or else where it stands in its list. */
  readonly at: number;
  readonly id: string | undefined;
  /** Empty where it says none. */
  readonly name: string;
}

/**
 * The calls of an answer. OpenAI counts them by an index. Vendors who speak its API give several the index 0, or none at all: a name with an id that was
 * not seen there begins another call, and so does a name without any id where the call before is whole.
 */
export class ChatCalls {
  private readonly calls: OpenCall[] = [];
  /** The last call of each index. */
  private readonly open = new Map<number, OpenCall>();

  get size(): number {
    return this.calls.length;
  }

  /** The steps of a call, or of a piece of one, that stands at that place of its list. */
  take(call: JsonObject, place: number): AnswerEvent[] {
    const described = objectOf(call.function);
    const said = countOf(call.index);
    const name = textOf(described?.name) ?? '';
    const piece = { said, at: said ?? place, id: textOf(call.id) || undefined, name };
    const text = textOf(described?.arguments) ?? '';
    const known = this.knownBy(piece);
    if (known) return grown(known, text);
    if (name !== '') return this.begun(piece, call, text);
    if (text === '') return [];
    throw new Undecodable('arguments come before their call');
  }

  /** The call that goes on; undefined: another one begins. */
  private knownBy({ said, at, id, name }: Piece): OpenCall | undefined {
    const here = this.open.get(at);
    if (name === '') return this.withId(id) ?? (said === undefined ? this.calls.at(-1) : here);
    if (!here) return undefined;
    if (id !== undefined) return here.id === id ? here : undefined;
    const goesOn = said !== undefined && here.name === name && !isWhole(here);
    return goesOn ? here : undefined;
  }

  private withId(id: string | undefined): OpenCall | undefined {
    return id === undefined ? undefined : this.calls.findLast((one) => one.id === id);
  }

  private begun({ at, id, name }: Piece, call: JsonObject, text: string): AnswerEvent[] {
    const index = this.calls.length;
    const opened: OpenCall = { index, id, name, text: '' };
    this.calls.push(opened);
    this.open.set(at, opened);
    const seal = sealOf(call);
    const step = { kind: 'call', index, id: id ?? `call_${index}`, name } as const;
    return [seal ? { ...step, seal } : step, ...grown(opened, text)];
  }
}

function grown(call: OpenCall, text: string): AnswerEvent[] {
  if (text === '') return [];
  call.text += text;
  return [{ kind: 'arguments', index: call.index, text }];
}

const isWhole = ({ text }: OpenCall): boolean => parseJson(text) !== undefined;

/** Google's place for the signature of a call (https://ai.google.dev/gemini-api/docs/thought-signatures, "OpenAI compatibility"). */
function sealOf(call: JsonObject): Seal | undefined {
  const value = textOf(objectOf(objectOf(call.extra_content)?.google)?.thought_signature);
  return value === undefined ? undefined : { format: 'gemini', value };
}
