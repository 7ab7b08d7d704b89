import type { JsonObject } from '@aicp/gateway/formats/conversation/conversation';
import { numberOf, textOf } from '@aicp/gateway/formats/json/members';
import { withChoices } from './choices.ts';

/**
 * Takes the beginning out of an answer that the client wrote itself: Mistral repeats it (docs.mistral.ai, "Prefix"), and clients put what they wrote before the answer.
 * An answer that does not repeat it goes on whole.
 */
export class ContinuedText {
  private readonly begun: string;
  /** How much of the beginning each choice of a stream has repeated; Infinity: it is through with it. */
  private readonly repeated = new Map<number, number>();

  /** `begun`: the beginning that the client wrote. */
  constructor(begun: string) {
    this.begun = begun;
  }

  /** A document, or the next chunk of a stream, without what of it the client wrote. */
  without(json: Buffer): Buffer {
    return withChoices(json, (said, choice) => this.saidOf(said, choice));
  }

  private saidOf(said: JsonObject, { index, message, finish_reason }: JsonObject): JsonObject {
    const place = numberOf(index) ?? 0;
    const text = textOf(said.content) ?? '';
    const isLast = message !== undefined || (finish_reason ?? null) !== null;
    const left = this.textOf(place, text, isLast);
    return left === text ? said : { ...said, content: left };
  }

  /** What of the next text of a choice the client has not written. What it may have is kept back until that is known. */
  private textOf(place: number, text: string, isLast: boolean): string {
    const { begun, repeated } = this;
    const before = repeated.get(place) ?? 0;
    if (before === Infinity || (text === '' && !isLast)) return text;
    const all = begun.slice(0, before) + text;
    const isOpen = !isLast && begun.length > all.length && begun.startsWith(all);
    repeated.set(place, isOpen ? all.length : Infinity);
    if (isOpen) return '';
    return all.startsWith(begun) ? all.slice(begun.length) : all;
  }
}
