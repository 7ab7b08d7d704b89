import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import type { GuardedAnswer } from '../protocol.ts';
import {
  NEWLINE,
  readEventFields,
  RETURN,
  startsWith,
  withoutOtherFields,
} from '../event-stream/event-data.ts';
import { EventSplitter } from '../event-stream/event-splitter.ts';
import { chunkWith } from '../chat-texts/chunk-with.ts';
import { ChunkTexts } from '../chat-texts/chunk-texts.ts';
import { findTexts, type FoundText, type FoundTexts, textOf } from '../chat-texts/find-texts.ts';
import { editTo } from '../chat-texts/guarded-document.ts';
import { type Edit, edited, type Span } from '../chat-texts/json-places.ts';
import { OneChoice } from '../chat-texts/one-choice.ts';
import { OpenTexts, type TextRest } from '../chat-texts/open-texts.ts';

const DONE_MARK = Buffer.from('[DONE]');
const DONE = Buffer.from('data: [DONE]\n\n');

/** An event of the stream. */
interface StreamEvent {
  readonly bytes: Buffer;
  readonly data: Buffer;
  /** Where they stand in it; -1 where they are several lines. */
  readonly dataAt: number;
}

/** A chunk that has choices, with what is written in it anew so far. */
interface Chunk {
  readonly json: string;
  readonly found: FoundTexts;
  readonly edits: Edit[];
}

/**
 * A stream of chunks as it may go on. A chunk is written anew only where its text changed; what is held back of a text comes with a later
 * one, or before the chunk that says that its choice is over. That one waits for the next event: some providers say so with every chunk.
 */
export class GuardedStream implements GuardedAnswer {
  hasText = false;
  private readonly guard: OutputGuard;
  private readonly texts: OpenTexts;
  private readonly events = new EventSplitter();
  private readonly chunks = new ChunkTexts();
  private readonly one: OneChoice | undefined;
  /** The newest chunk that had choices: what is held back is written like it. */
  private chunk: Chunk | undefined;
  /** A chunk that says of these choices that they are over. */
  private ending: { readonly bytes: Buffer; readonly choices: ReadonlySet<number> } | undefined;

  /** `isOne`: whether all choices are read as one, as who asked for one may. */
  constructor(guard: OutputGuard, { isOne = false }: { readonly isOne?: boolean } = {}) {
    this.guard = guard;
    this.one = isOne ? new OneChoice() : undefined;
    this.texts = new OpenTexts(guard);
  }

  *push(piece: Buffer): Slices<Buffer> {
    const { events } = this;
    let from = events.begin(piece);
    const out = [piece.subarray(0, from)];
    let end = events.next();
    while (end !== -1 && !this.isStopped()) {
      yield* this.take(events.whole ?? piece.subarray(from, end), events.whole ? 0 : from, out);
      from = end;
      end = events.next();
    }
    return out.length === 2 && out[0]?.length === 0 ? (out[1] ?? piece) : Buffer.concat(out);
  }

  *end(): Slices<Buffer> {
    const out: Buffer[] = [];
    const { events } = this;
    if (!this.isStopped() && events.finish())
      yield* this.take(events.whole ?? Buffer.alloc(0), 0, out);
    if (!this.isStopped()) this.endAll(out);
    return Buffer.concat(out);
  }

  private *take(bytes: Buffer, offset: number, out: Buffer[]): Slices<void> {
    const { data, dataAt } = this.events;
    if (!data) out.push(withoutOtherFields(bytes));
    else if (startsWith(data, 0, DONE_MARK)) {
      this.endAll(out);
      if (!this.isStopped()) out.push(DONE);
    } else yield* this.takeChunk(dataAlone({ bytes, data, dataAt: dataAt - offset }), out);
  }

  private *takeChunk(came: StreamEvent, out: Buffer[]): Slices<void> {
    const { event, json, found } = this.unambiguous(came);
    this.passEnding(found, out);
    for (const what of found.unseen) if (!this.isStopped()) this.guard.passUnseen(what);
    if (this.isStopped()) return;
    const chunk: Chunk = { json, found, edits: [] };
    if (found.choicesAt !== -1) this.chunk = chunk;
    const went = yield* this.lookAt(chunk);
    if (this.isStopped()) this.write(went, out);
    else if (found.finished.size === 0) out.push(rewritten(event, chunk));
    else this.takeEnding(event, chunk, out);
  }

  /** The chunk as it was sent, or with `null` for members that stand there once more behind: every client reads the text that is looked at. */
  private unambiguous(event: StreamEvent) {
    const json = event.data.toString();
    const found = this.chunks.find(json);
    if (found.twins.length === 0) return { event, json, found: this.asAsked(found) };
    const once = edited(json, nullsFor(found.twins));
    const bytes = Buffer.from(`${USUAL_START}${oneLine(once)}\n\n`);
    const data = bytes.subarray(USUAL_START.length, -2);
    const written = { bytes, data, dataAt: USUAL_START.length };
    const text = data.toString();
    return { event: written, json: text, found: this.asAsked(findTexts(text)) };
  }

  private asAsked(found: FoundTexts): FoundTexts {
    return this.one?.of(found) ?? found;
  }

  private isStopped(): boolean {
    return this.guard.stoppedBy !== undefined;
  }

  /** A chunk that ends choices waits. The text that it brings itself goes before what is left of the choices, in a chunk of its own. */
  private takeEnding(event: StreamEvent, chunk: Chunk, out: Buffer[]): void {
    const choices = chunk.found.finished;
    if (!chunk.found.texts.some(isContinued)) {
      this.ending = { bytes: wholeEnd(rewritten(event, chunk)), choices };
      return;
    }
    out.push(Buffer.from(`data: ${oneLine(withoutEnd(chunk))}\n\n`));
    this.ending = { bytes: Buffer.from(`data: ${oneLine(endAlone(chunk))}\n\n`), choices };
  }

  /** Looks at the texts of a chunk, up to the one that is stopped; answers what of them may go on. */
  private *lookAt({ json, found, edits }: Chunk): Slices<TextRest[]> {
    const went: TextRest[] = [];
    for (const one of found.texts) {
      const text = textOf(json, one);
      const out = yield* this.texts.push(one, text);
      if (out !== '' && isContinued(one)) went.push({ key: one.key, text: out });
      if (this.isStopped()) break;
      if (out !== text) edits.push(editTo(one, out));
    }
    this.hasText ||= went.length > 0;
    edits.push(...found.blanks);
    edits.sort(byPlace);
    return went;
  }

  /** What waited goes on: with what is left of its choices, where nothing more comes of them. */
  private passEnding({ texts }: Pick<FoundTexts, 'texts'>, out: Buffer[]): void {
    const { ending } = this;
    if (!ending) return;
    this.ending = undefined;
    const { choices, bytes } = ending;
    if (!texts.some((text) => isContinued(text) && choices.has(text.choice))) {
      for (const choice of choices) this.write(this.texts.end(choice), out);
    }
    if (!this.isStopped()) out.push(bytes);
  }

  private endAll(out: Buffer[]): void {
    this.passEnding({ texts: [] }, out);
    if (!this.isStopped()) this.write(this.texts.end(), out);
  }

  /** Writes texts as chunks of their own. */
  private write(rests: readonly TextRest[], out: Buffer[]): void {
    const { chunk } = this;
    if (!chunk) return;
    const head = edited(chunk.json, chunk.edits, chunk.found.choicesAt);
    for (const rest of rests) {
      this.hasText = true;
      out.push(Buffer.from(`data: ${oneLine(chunkWith(head, rest))}\n\n`));
    }
  }
}

/** An event with its data and comments alone. Nearly all are one line of data. */
function dataAlone(event: StreamEvent): StreamEvent {
  const { bytes, data, dataAt } = event;
  if (dataAt === USUAL_START.length && isUsualEnd(bytes, dataAt + data.length)) return event;
  const alone = withoutOtherFields(bytes);
  const { dataAt: at } = readEventFields(alone);
  return { bytes: alone, data, dataAt: at };
}

/** What takes the place of values, of which one may stand within another. */
function nullsFor(spans: readonly Span[]): Edit[] {
  const nulls: Edit[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    if (span.start >= (nulls.at(-1)?.end ?? 0)) nulls.push({ ...span, text: 'null' });
  }
  return nulls;
}

const isContinued = ({ how }: FoundText): boolean => how === 'text' || how === 'arguments';

/** The LF behind a last CR may come with the next piece, which does not wait. */
const wholeEnd = (bytes: Buffer): Buffer =>
  bytes.at(-1) === RETURN ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes;

const byPlace = (one: Edit, other: Edit): number => one.start - other.start;

/** The chunk with its choices alone, none of which says that it is over. */
function withoutEnd({ json, found, edits }: Chunk): string {
  const open = found.reasons.map((span) => ({ ...span, text: 'null' }));
  return `${edited(json, [...edits, ...open].sort(byPlace), found.choicesEnd)}}`;
}

/** What stands for nothing where a choice says something: it is a text, or an object. */
const nothingAt = (json: string, { start }: Span): string => (json[start] === '"' ? '""' : '{}');

/** The chunk without what its choices say. */
function endAlone({ json, found, edits }: Chunk): string {
  const { messages } = found;
  const isInside = ({ start }: Edit): boolean =>
    messages.some((message) => message.start <= start && start < message.end);
  const around = edits.filter((edit) => !isInside(edit));
  return edited(
    json,
    [...around, ...messages.map((span) => ({ ...span, text: nothingAt(json, span) }))].sort(
      byPlace,
    ),
  );
}

/** What stands before data that begin at its length: nothing else ends with a line of data. */
const USUAL_START = 'data: ';

const isUsualEnd = (bytes: Buffer, at: number): boolean =>
  bytes.length === at + 2 && bytes[at] === NEWLINE && bytes[at + 1] === NEWLINE;

/** White space is all that a line end can be in JSON. */
const oneLine = (json: string): string => json.replaceAll(/[\r\n]/g, ' ');

function rewritten({ bytes, data, dataAt }: StreamEvent, { json, edits }: Chunk): Buffer {
  if (edits.length === 0) return bytes;
  const text = edited(json, edits);
  // As nearly all events are written.
  if (dataAt === USUAL_START.length && isUsualEnd(bytes, dataAt + data.length)) {
    return Buffer.from(`${USUAL_START}${text}\n\n`);
  }
  if (dataAt === -1) return Buffer.from(`data: ${oneLine(text)}\n\n`);
  const rest = bytes.subarray(dataAt + data.length);
  return Buffer.concat([bytes.subarray(0, dataAt), Buffer.from(text), rest]);
}
