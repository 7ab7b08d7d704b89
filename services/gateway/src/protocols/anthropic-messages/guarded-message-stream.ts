import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, textOf } from '../../formats/json/members.ts';
import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { findTexts, textOf as textAt, type FoundText } from '../chat-texts/find-texts.ts';
import { editTo } from '../chat-texts/guarded-document.ts';
import { edited, type Edit } from '../chat-texts/json-places.ts';
import { Joints } from '../chat-texts/joints.ts';
import { OpenTexts, type TextRest } from '../chat-texts/open-texts.ts';
import { withoutOtherFields } from '../event-stream/event-data.ts';
import { EventSplitter } from '../event-stream/event-splitter.ts';
import type { GuardedAnswer } from '../protocol.ts';
import { BlockOrder } from './block-order.ts';
import { EVENT } from './message-shapes.ts';

/** The deltas by the member that holds their text. */
const DELTAS: Readonly<Record<string, string | undefined>> = {
  text: 'text_delta',
  thinking: 'thinking_delta',
  partial_json: 'input_json_delta',
  content: 'compaction_delta',
};
/** Members whose texts readers join over blocks. */
const JOINED = ['text', 'thinking'];

const WORD = /^[a-z_]{1,40}$/;

/**
 * A stream of a message's events as it may go on. Each event is written with its name and its data alone. What is held back of a block's text comes with a later
 * delta of it, or before the event that ends the block. A call whose arguments come in turns with those of others ends before the message does.
 */
export class GuardedMessageStream implements GuardedAnswer {
  hasText = false;
  private readonly guard: OutputGuard;
  private readonly texts: OpenTexts;
  private readonly events = new EventSplitter();
  private readonly blocks = new BlockOrder();
  private readonly joints: ReadonlyMap<string, Joints>;
  /** The ends of calls of which more arguments may come, by their blocks. */
  private readonly waiting = new Map<number, string>();

  constructor(guard: OutputGuard) {
    this.guard = guard;
    this.texts = new OpenTexts(guard);
    this.joints = new Map(JOINED.map((member) => [member, new Joints(guard)]));
  }

  *push(piece: Buffer): Slices<Buffer> {
    const { events } = this;
    let from = events.begin(piece);
    let out = '';
    let end = events.next();
    while (end !== -1 && !this.isStopped()) {
      out += yield* this.take(events.whole ?? piece.subarray(from, end));
      from = end;
      end = events.next();
    }
    return Buffer.from(out);
  }

  *end(): Slices<Buffer> {
    const { events } = this;
    let out = '';
    if (!this.isStopped() && events.finish()) out += yield* this.take(Buffer.alloc(0));
    if (!this.isStopped() && !this.blocks.isOver) out += this.ending();
    return Buffer.from(out);
  }

  private isStopped(): boolean {
    return this.guard.stoppedBy !== undefined;
  }

  /** An event as it may go on; of one without data, its comments. */
  private *take(bytes: Buffer): Slices<string> {
    const { data } = this.events;
    if (!data) return withoutOtherFields(bytes).toString();
    const event = parseJson(data.toString());
    if (!isObject(event)) throw new TypeError('an event is no JSON object');
    const type = textOf(event.type) ?? '';
    const isWord = WORD.test(type);
    if (!isWord) this.guard.passUnseen('unknown_field');
    const index = this.blocks.take(event);
    const isWaiting = type === 'content_block_stop' && this.blocks.isUnfinished(index);
    const before = isWaiting ? '' : this.before(type, index);
    const json = yield* this.guarded(data.toString(), event, index);
    // What was let go on of an event that is stopped would be half of it.
    if (this.isStopped()) return before;
    const written = `${isWord ? `event: ${type}\n` : ''}data: ${json}\n\n`;
    if (!isWaiting) return before + written;
    this.waiting.set(index, written);
    return '';
  }

  /** What was held back and has to come before an event. */
  private before(type: string, index: number): string {
    if (type === 'content_block_stop') return this.rest(this.texts.end(index), index);
    return type === 'message_delta' || type === 'message_stop' ? this.ending() : '';
  }

  /** All that was held back: nothing more of any block comes. */
  private ending(): string {
    let out = '';
    for (const [index, stop] of this.waiting) {
      out += this.rest(this.texts.end(index), index);
      if (this.isStopped()) return out;
      out += stop;
    }
    this.waiting.clear();
    return out + this.rest(this.texts.end(), 0);
  }

  private *guarded(written: string, event: object, index: number): Slices<string> {
    let json = written.replaceAll(/[\r\n]/g, ' ');
    let found = findTexts(json, EVENT);
    if (found.twins.length > 0) {
      // Of members that stand there twice readers take one or the other: it is written with one of them.
      json = JSON.stringify(event);
      found = findTexts(json, EVENT);
    }
    for (const what of found.unseen) if (!this.isStopped()) this.guard.passUnseen(what);
    const edits: Edit[] = [];
    for (const one of found.texts) {
      if (this.isStopped()) return '';
      const text = textAt(json, one);
      const place = placeOf(one, index);
      const isApart = yield* this.isApart(place, text);
      const out = isApart ? yield* this.texts.push(place, text) : '';
      if (out !== text) edits.push(editTo(one, out));
      if (out !== '') this.hasText = true;
    }
    return edited(json, edits);
  }

  /** Whether nothing is found across a text and that of the block before it, which has gone on. */
  private *isApart({ key, how }: FoundText, text: string): Slices<boolean> {
    const joints = how === 'text' ? this.joints.get(key.slice(key.indexOf('/') + 1)) : undefined;
    return joints ? yield* joints.take(key, text) : true;
  }

  /** What was held back, as deltas of a block. */
  private rest(rests: readonly TextRest[], block: number): string {
    let out = '';
    for (const { key, text } of rests) {
      const [place = String(block), member = 'text'] = key.split('/');
      const delta = { type: DELTAS[member] ?? 'text_delta', [member]: text };
      const event = { type: 'content_block_delta', index: Number(place), delta };
      this.hasText = true;
      out += `event: content_block_delta\ndata: ${JSON.stringify(event)}\n\n`;
    }
    return out;
  }
}

/** A text by its block, and by its member there, whether it began with its block or came in a delta. */
function placeOf(found: FoundText, index: number): FoundText {
  const member = found.key.slice(found.key.lastIndexOf('/') + 1);
  return { ...found, choice: index, key: `${index}/${member}` };
}
