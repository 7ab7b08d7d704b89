import { parseJson } from '@aicp/common/json/parse-json';
import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { isObject, textOf } from '../../formats/json/members.ts';
import { withoutOtherFields } from '../event-stream/event-data.ts';
import { EventSplitter } from '../event-stream/event-splitter.ts';
import type { GuardedAnswer } from '../protocol.ts';
import { formOf, HELD, keyOf } from './event-keys.ts';
import { BYTES, OF_EVENT } from './response-forms.ts';
import { ResponseWalk } from './response-walk.ts';
import { SettledTexts } from './settled-texts.ts';

/** What brings bytes; its transcript comes in events of its own. */
const SOUND = 'response.audio.delta';

type Event = Readonly<Record<string, unknown>>;

/**
 * A stream of Responses' events as it may go on. Each event is written anew from what was read of it. What is held back of a text comes in an event of
 * its own before the one that says that the text is over; the events that tell a text again tell what went on of it. Events are numbered anew.
 */
export class GuardedEvents implements GuardedAnswer {
  hasText = false;
  private readonly guard: OutputGuard;
  private readonly texts: SettledTexts;
  private readonly walk: ResponseWalk;
  private readonly events = new EventSplitter();
  /** The last event that brought a piece of a text, by the text: what is held back is written like it. */
  private readonly pieces = new Map<string, Event>();
  private count = 0;

  constructor(guard: OutputGuard) {
    this.guard = guard;
    this.texts = new SettledTexts(guard);
    this.walk = new ResponseWalk(guard, this.texts);
  }

  *push(piece: Buffer): Slices<Buffer> {
    const { events } = this;
    const out: string[] = [];
    let from = events.begin(piece);
    let end = events.next();
    while (end !== -1 && !this.isStopped()) {
      yield* this.take(events.whole ?? piece.subarray(from, end), out);
      from = end;
      end = events.next();
    }
    return Buffer.from(out.join(''));
  }

  *end(): Slices<Buffer> {
    const out: string[] = [];
    const { events } = this;
    if (!this.isStopped() && events.finish())
      yield* this.take(events.whole ?? Buffer.alloc(0), out);
    for (const key of this.texts.openKeys()) this.writeRest(key, out);
    return Buffer.from(out.join(''));
  }

  private isStopped(): boolean {
    return this.guard.stoppedBy !== undefined;
  }

  private *take(bytes: Buffer, out: string[]): Slices<void> {
    const { data } = this.events;
    const event = data && parseJson(data.toString());
    if (!data) out.push(withoutOtherFields(bytes).toString());
    else if (isObject(event)) yield* this.takeEvent(event, out);
  }

  private *takeEvent(event: Event, out: string[]): Slices<void> {
    const type = textOf(event.type) ?? '';
    const key = keyOf(event);
    if (type.endsWith('.delta') && typeof event.delta === 'string') {
      yield* this.takePiece(event, key, out);
      return;
    }
    this.settle(type, key, out);
    if (this.isStopped()) return;
    const written = yield* this.rewritten(event, type, key);
    if (!this.isStopped()) this.write(written, out);
  }

  private *takePiece(event: Event, key: string, out: string[]): Slices<void> {
    const { delta, ...others } = event;
    const around = yield* this.rewritten(others, 'around', key);
    if (event['type'] === SOUND && BYTES.test(String(delta))) {
      if (this.guard.passUnseen('audio')) this.write({ ...around, delta }, out);
      return;
    }
    this.pieces.set(key, around);
    const piece = yield* this.texts.piece(key, formOf(key), String(delta));
    if (piece !== '') this.writePiece(around, piece, out);
  }

  /** What an event says of a text or a part of an item, at the place where the response tells it again. */
  private *rewritten(event: Event, type: string, key: string): Slices<Event> {
    const members: [string, unknown][] = [];
    const held = HELD.get(type);
    for (const [name, value] of Object.entries(event)) {
      const place = name === held ? key : `${key}/${type}/${name}`;
      const isResponse = name === 'response' && isObject(value);
      const out = isResponse
        ? this.walk.response(value)
        : this.walk.member(name, value, place, OF_EVENT);
      members.push([name, yield* out]);
    }
    return Object.fromEntries(members);
  }

  /** Texts that are over with this event: what is left of them goes before it. */
  private settle(type: string, key: string, out: string[]): void {
    if (!/\.(?:done|completed|incomplete|failed)$/.test(type)) return;
    const isAll = /^response\.(?:completed|incomplete|failed)$/.test(type);
    for (const open of this.texts.openKeys()) {
      if (isAll || open === key || open.startsWith(`${key}/`)) this.writeRest(open, out);
    }
  }

  private writeRest(key: string, out: string[]): void {
    const rest = this.texts.rest(key);
    const around = this.pieces.get(key);
    if (around && rest !== '') this.writePiece(around, rest, out);
    this.pieces.delete(key);
  }

  private writePiece(around: Event, piece: string, out: string[]): void {
    this.hasText = true;
    this.write({ ...around, delta: piece }, out);
  }

  private write(event: Event, out: string[]): void {
    const numbered = { ...event, sequence_number: this.count };
    this.count += 1;
    const name = textOf(event.type);
    const isName = name !== undefined && /^[\w.]+$/.test(name);
    out.push(`${isName ? `event: ${name}\n` : ''}data: ${JSON.stringify(numbered)}\n\n`);
  }
}
