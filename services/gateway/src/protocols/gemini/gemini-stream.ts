import { parseJson } from '@aicp/common/json/parse-json';
import { saysUsage, toGeminiBuckets } from '../../formats/gemini/members/gemini-usage.ts';
import { isObject, listOf, objectOf, textOf } from '../../formats/json/members.ts';
import type { JsonObject } from '../../formats/conversation/conversation.ts';
import { PassedStream } from '../passing/passed-stream.ts';
import type { CountedTokens, StreamAnswer } from '../protocol.ts';
import { charactersOfParts, partsOf } from './gemini-usage-in.ts';

/**
 * Reads a stream of generateContent as it passes: its usage, how much text it brought and how it ended. All bytes pass unchanged, an event at a time. It ends at the
 * first event that is an error, or whose data are no JSON object: neither that nor what follows is passed on. A stream that does not fail ends with its connection.
 */
export class GeminiStream extends PassedStream implements StreamAnswer {
  readonly isText = true;
  characters = 0;
  progress = 0;
  model: string | undefined;
  private readonly begun = new Set<number>();
  private readonly over = new Set<number>();
  private isBlocked = false;
  /** What it said last that it used, as it was written: it says so in each event, and is asked once. */
  private lastUsage: unknown;

  get usage(): CountedTokens | undefined {
    return toGeminiBuckets(this.lastUsage);
  }

  /** Whether every candidate that began said why it ended, or the prompt was blocked. */
  get finished(): boolean {
    const isEnded = [...this.begun].every((one) => this.over.has(one));
    return this.isBlocked || (this.begun.size > 0 && isEnded);
  }

  protected override reads(): boolean {
    const { data, name } = this.events;
    if (!data) return true;
    const chunk = parseJson(data.toString());
    if (!isObject(chunk)) return this.failsUnread();
    if (name === 'error' || (chunk.error ?? null) !== null) return this.failsBy(data);
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
