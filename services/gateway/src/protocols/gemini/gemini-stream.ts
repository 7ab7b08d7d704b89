import { parseJson } from '@aicp/common/json/parse-json';
import { saysUsage, toGeminiBuckets } from '../../formats/gemini/members/gemini-usage.ts';
import { isObject, listOf, objectOf, textOf } from '../../formats/json/members.ts';
import type { JsonObject } from '../../formats/conversation/conversation.ts';
import { EventSplitter } from '../event-stream/event-splitter.ts';
import { KeptBytes } from '../openai-chat/chat-stream.ts';
import type { CountedTokens, StreamAnswer } from '../protocol.ts';
import { charactersOfParts, partsOf } from './gemini-usage-in.ts';

/** No error needs more words. */
const LARGEST_ERROR = 65_536;
const END = Buffer.from('\n\n');

/**
 * Reads a stream of generateContent as it passes: its usage, how much text it brought and how it ended. All bytes pass unchanged, an event at a time. It ends at the
 * first event that is an error, or whose data are no JSON object: neither that nor what follows is passed on.
 */
export class GeminiStream implements StreamAnswer {
  readonly isText = true;
  /** Google's streams end with their connection. */
  readonly done = false;
  characters = 0;
  progress = 0;
  errorFrame: Buffer | undefined;
  problem: string | undefined;
  model: string | undefined;
  private readonly events = new EventSplitter();
  private readonly begun = new Set<number>();
  private readonly over = new Set<number>();
  private isBlocked = false;
  /** What it said last that it used, as it was written: it says so in each event, and is asked once. */
  private lastUsage: unknown;
  private isKept = true;

  push(piece: Buffer): Buffer | undefined {
    if (!this.goesOn()) return undefined;
    const { events } = this;
    const begin = events.begin(piece);
    const kept = new KeptBytes(piece, this.isKept ? 0 : begin, begin);
    let end = events.next();
    while (end !== -1) {
      this.isKept = this.reads();
      if (this.isKept) kept.keep(end, events.whole);
      else kept.leaveOut(end);
      end = this.goesOn() ? events.next() : -1;
    }
    this.problem ??= events.problem;
    return kept.join();
  }

  /** An event that lacks nothing but its line ends is given them. */
  end(): Buffer | undefined {
    const { events } = this;
    if (!this.goesOn() || !events.finish() || !this.reads()) return undefined;
    return events.whole && Buffer.concat([events.whole, END]);
  }

  get usage(): CountedTokens | undefined {
    return toGeminiBuckets(this.lastUsage);
  }

  get failed(): boolean {
    return this.problem !== undefined;
  }

  get heldBytes(): number {
    return this.events.heldBytes;
  }

  /** Whether every candidate that began said why it ended, or the prompt was blocked. */
  get finished(): boolean {
    const isEnded = [...this.begun].every((one) => this.over.has(one));
    return this.isBlocked || (this.begun.size > 0 && isEnded);
  }

  private goesOn(): boolean {
    return !this.failed;
  }

  /** Reads the event that is whole; answers whether it is passed on. */
  private reads(): boolean {
    const { data, name } = this.events;
    if (!data) return true;
    const chunk = parseJson(data.toString());
    if (!isObject(chunk)) {
      this.problem = 'the stream holds what is no JSON object';
      return false;
    }
    if (name === 'error' || (chunk.error ?? null) !== null) {
      this.problem = 'the stream holds an error';
      if (data.length <= LARGEST_ERROR) this.errorFrame = Buffer.from(data);
      return false;
    }
    this.take(chunk);
    return true;
  }

  private take(chunk: JsonObject): void {
    if (saysUsage(chunk.usageMetadata)) this.lastUsage = chunk.usageMetadata;
    this.model = textOf(chunk.modelVersion) ?? this.model;
    if (chunk.promptFeedback !== undefined)
      this.isBlocked ||= textOf(objectOf(chunk.promptFeedback)?.blockReason) !== undefined;
    const parts = partsOf(chunk);
    this.characters += charactersOfParts(parts);
    for (const [place, candidate] of listOf(chunk.candidates).entries()) {
      if (isObject(candidate)) this.takeCandidate(candidate, place);
    }
    if (this.isBlocked || parts.some(hasContent)) this.progress += 1;
  }

  private takeCandidate({ index, finishReason }: JsonObject, place: number): void {
    const number = typeof index === 'number' ? index : place;
    this.begun.add(number);
    if (textOf(finishReason)) this.over.add(number);
  }
}

/** Whether a part brings anything: an empty text with nothing but a signature does not. */
const hasContent = (part: JsonObject): boolean =>
  Object.keys(part).some((name) => name !== 'thought' && name !== 'text') || part.text !== '';
