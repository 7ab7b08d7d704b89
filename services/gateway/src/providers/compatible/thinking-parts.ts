import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject } from '../../formats/conversation/conversation.ts';
import { isObject, listOf, objectOf, textOf } from '../../formats/json/members.ts';
import { EventSplitter } from '../../protocols/event-stream/event-splitter.ts';
import {
  UpstreamError,
  type UpstreamCall,
  type UpstreamHeaders,
  type UpstreamReceiver,
} from '../upstream/provider-client.ts';

/** What is not there in an answer whose content is a text. */
const PARTS = /"content"\s*:\s*\[/;
/** No answer that is read at once is larger. */
const LARGEST_DOCUMENT = 32 * 1_048_576;

/**
 * Hears a vendor whose content is a list where its model thinks (docs.mistral.ai, "Reasoning"), which libraries of OpenAI do not read: what was thought
 * goes on as `reasoning_content`, and the content as a text. All that holds no such list goes on as it is.
 */
export class ThinkingParts implements UpstreamReceiver {
  private readonly receiver: UpstreamReceiver;
  private readonly isStream: boolean;
  private readonly events = new EventSplitter();
  private readonly pieces: Buffer[] = [];
  private size = 0;
  private isFault = false;
  private isOver = false;
  /** The request under way. */
  call: UpstreamCall | undefined;

  constructor(receiver: UpstreamReceiver, isStream: boolean) {
    this.receiver = receiver;
    this.isStream = isStream;
  }

  onStart(status: number, headers: UpstreamHeaders): void {
    this.isFault = status >= 400;
    this.receiver.onStart(status, headers);
  }

  onData(chunk: Buffer): void {
    if (this.isOver) return;
    if (this.isFault) this.receiver.onData(chunk);
    else if (this.isStream) this.stream(chunk);
    else this.keep(chunk);
  }

  onEnd(): void {
    if (this.isOver) return;
    this.isOver = true;
    const rest = this.isStream ? this.restOfStream() : withText(Buffer.concat(this.pieces));
    if (!this.isFault && rest.length > 0) this.receiver.onData(rest);
    this.receiver.onEnd();
  }

  onError(error: UpstreamError): void {
    if (this.isOver) return;
    this.isOver = true;
    this.receiver.onError(error);
  }

  private keep(chunk: Buffer): void {
    this.pieces.push(Buffer.from(chunk));
    this.size += chunk.length;
    if (this.size > LARGEST_DOCUMENT) this.fail('the answer is too large');
  }

  private stream(chunk: Buffer): void {
    const { events } = this;
    let from = events.begin(chunk);
    const out = [chunk.subarray(0, from)];
    let end = events.next();
    while (end !== -1) {
      out.push(this.written(events.whole ?? chunk.subarray(from, end)));
      from = end;
      end = events.next();
    }
    const bytes = Buffer.concat(out);
    if (bytes.length > 0) this.receiver.onData(bytes);
    if (events.problem !== undefined) this.fail(events.problem);
  }

  private restOfStream(): Buffer {
    const { events } = this;
    return events.finish() && events.whole ? this.written(events.whole) : Buffer.alloc(0);
  }

  /** The event that was read last, as it goes on. */
  private written(event: Buffer): Buffer {
    const { data } = this.events;
    const text = data && withText(data);
    return text === data || !text ? event : Buffer.from(`data: ${text.toString()}\n\n`);
  }

  private fail(message: string): void {
    this.call?.cancel();
    this.onError(new UpstreamError('connection', message));
  }
}

/** A document or a chunk whose content is a text; the same bytes where it is one already. */
function withText(json: Buffer): Buffer {
  const text = json.toString();
  const answer = PARTS.test(text) ? parseJson(text) : undefined;
  if (!isObject(answer)) return json;
  return Buffer.from(JSON.stringify({ ...answer, choices: listOf(answer.choices).map(choiceOf) }));
}

function choiceOf(value: unknown): unknown {
  const choice = objectOf(value);
  if (!choice) return value;
  const said = choice.message === undefined ? 'delta' : 'message';
  const message = objectOf(choice[said]);
  return message ? { ...choice, [said]: messageOf(message) } : choice;
}

function messageOf(message: JsonObject): JsonObject {
  if (!Array.isArray(message.content)) return message;
  const parts = listOf(message.content).map((part) => objectOf(part) ?? {});
  const thought = parts.flatMap((part) => listOf(part.thinking)).map(textIn);
  return {
    ...message,
    content: parts.map(textIn).join(''),
    ...(thought.length === 0 ? {} : { reasoning_content: thought.join('') }),
  };
}

const textIn = (part: unknown): string => textOf(objectOf(part)?.text) ?? '';
