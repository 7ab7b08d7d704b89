import type { GuardedText, OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { afterValue, decoded, eachMember } from '../chat-texts/json-places.ts';
import { pushed } from '../chat-texts/open-texts.ts';
import { EventSplitter } from '../event-stream/event-splitter.ts';
import { guardTexts } from '../plain/guarded-plain.ts';
import type { GuardedAnswer } from '../protocol.ts';
import { MEDIA_MEMBERS } from './media-members.ts';
import { SegmentTexts } from './segment-texts.ts';

const QUOTE = 0x22;

/** A piece of a transcript, and what the event is called that brought it. */
interface Piece {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/**
 * A stream of pictures, sounds or transcripts as it may go on, an event at a time, each with its data alone. The pieces of a transcript (`delta`) are looked at as one text: what is held back of
 * it goes on with a later piece, or before the event that ends it. All other texts are looked at for themselves.
 */
export class GuardedMediaStream implements GuardedAnswer {
  hasText = false;
  private readonly guard: OutputGuard;
  private readonly whole: typeof guardEvent;
  private readonly segments: SegmentTexts;
  private readonly events = new EventSplitter();
  private text: GuardedText | undefined;
  /** The newest event that brought a piece: what is held back is written like it. */
  private piece: Piece | undefined;

  /** `whole`: how an event is looked at that is no piece of a text. */
  constructor(guard: OutputGuard, whole = guardEvent) {
    this.guard = guard;
    this.segments = new SegmentTexts(guard);
    this.whole = whole;
  }

  *push(events: Buffer): Slices<Buffer> {
    this.events.begin(events);
    const out: Buffer[] = [];
    while (!this.isStopped() && this.events.next() !== -1) yield* this.take(out);
    return Buffer.concat(out);
  }

  *end(): Slices<Buffer> {
    const out: Buffer[] = [];
    if (!this.isStopped() && this.events.finish()) yield* this.take(out);
    this.endText(out);
    return Buffer.concat(out);
  }

  private *take(out: Buffer[]): Slices<void> {
    const { data, name } = this.events;
    if (!data) return;
    const json = data.toString();
    if (!json.trimStart().startsWith('{')) {
      this.endText(out);
      if (!this.isStopped()) out.push(Buffer.from(`data: [DONE]\n\n`));
      return;
    }
    const found = membersIn(json);
    const piece = pieceOf(name, found);
    if (piece) yield* this.takePiece(piece, out);
    else {
      // Segments of a transcript stand between the pieces of its text.
      const isSegment = found.type.endsWith('.segment');
      if (!isSegment) this.endText(out);
      const isAcross = isSegment && (yield* this.segments.isAcross(found.said ?? ''));
      if (!this.isStopped() && !isAcross) yield* this.takeWhole(name, json, out);
    }
  }

  private *takePiece(piece: Piece, out: Buffer[]): Slices<void> {
    const { guard } = this;
    this.text ??= guard.open('text');
    const text = yield* pushed(this.text, piece.text);
    this.piece = piece;
    if (!this.isStopped() && text !== '') this.write(text, out);
  }

  private *takeWhole(name: string, json: string, out: Buffer[]): Slices<void> {
    const body = yield* this.whole(json, this.guard);
    if (body === undefined) return;
    this.hasText = true;
    out.push(eventOf(name, body));
  }

  private isStopped(): boolean {
    return this.guard.stoppedBy !== undefined;
  }

  private endText(out: Buffer[]): void {
    const { text } = this;
    this.text = undefined;
    if (!text || this.isStopped()) return;
    const rest = text.end();
    if (rest !== '' && !this.isStopped()) this.write(rest, out);
  }

  /** Nothing else that such an event says goes on: log probabilities say the text once more. */
  private write(text: string, out: Buffer[]): void {
    const { piece } = this;
    if (!piece) return;
    this.hasText = true;
    out.push(eventOf(piece.name, JSON.stringify({ type: piece.type, delta: text })));
  }
}

const guardEvent = (json: string, guard: OutputGuard): Slices<string | undefined> =>
  guardTexts(json, guard, MEDIA_MEMBERS);

/** White space is all that a line end can be in JSON. */
const eventOf = (name: string, json: string): Buffer => {
  const named = /^[\w.-]+$/.test(name) ? `event: ${name}\n` : '';
  return Buffer.from(`${named}data: ${json.replaceAll(/[\r\n]/g, ' ')}\n\n`);
};

/** A type as all events have one; what is none might be any text. */
const TYPE = /^[a-z_.]{1,64}$/;

interface Found {
  readonly type: string;
  readonly text: string | undefined;
  /** The text of a segment. */
  readonly said: string | undefined;
}

/** The type of an event and its piece of text: of several, the last, which is the one that readers take. */
function membersIn(json: string): Found {
  const found = {
    type: '',
    text: undefined as string | undefined,
    said: undefined as string | undefined,
  };
  eachMember(json, json.indexOf('{'), (member, start) => {
    const end = afterValue(json, start);
    if (json.charCodeAt(start) !== QUOTE) return end;
    if (member === 'type') found.type = decoded(json.slice(start, end));
    if (member === 'text') found.said = decoded(json.slice(start, end));
    if (member === 'delta') found.text = decoded(json.slice(start, end));
    return end;
  });
  return found;
}

const pieceOf = (name: string, { type, text }: Found): Piece | undefined =>
  text === undefined ? undefined : { name, type: TYPE.test(type) ? type : '', text };
