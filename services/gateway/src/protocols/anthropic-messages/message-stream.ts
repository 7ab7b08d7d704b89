import { parseJson } from '@aicp/common/json/parse-json';
import { inputOf } from '@aicp/contracts/usage/token-totals';
import {
  mergeCounts,
  toMessageBuckets,
  type MessageCounts,
} from '../../formats/messages/answer/message-usage.ts';
import type { JsonObject } from '../../formats/conversation/conversation.ts';
import { isObject, objectOf, textOf } from '../../formats/json/members.ts';
import { PassedStream } from '../passing/passed-stream.ts';
import type { CountedTokens, StreamAnswer } from '../protocol.ts';

/** Of an answer that broke off before it was counted. */
const CHARACTERS_A_TOKEN = 4;

/**
 * Reads a stream of a message's events as it passes: its counts, how much text it brought, and how it ended. All bytes pass unchanged, an event at a time. It ends
 * at the first event that is an error, or whose data are no JSON object, which is not passed on; and with message_stop, which is.
 */
export class MessageStream extends PassedStream implements StreamAnswer {
  readonly isText = true;
  characters = 0;
  progress = 0;
  model: string | undefined;
  private counts: MessageCounts | undefined;
  /** Whether the answer was counted, and not only its prompt. */
  private isCounted = false;
  private hasReason = false;

  get finished(): boolean {
    return this.hasReason || (this.done && this.progress > 0);
  }

  /**
   * What a stream that broke off said of its prompt holds, and its answer is estimated. A translated stream begins before its vendor counted: no prompt is empty, so
   * that a count of none is no count.
   */
  get usage(): CountedTokens | undefined {
    const { counts, characters } = this;
    if (!counts) return undefined;
    if (this.isCounted) return toMessageBuckets(counts);
    if (inputOf(toMessageBuckets(counts)) === 0) return undefined;
    const output = Math.ceil(characters / CHARACTERS_A_TOKEN);
    const output_tokens = Math.max(counts.output_tokens ?? 0, output);
    return toMessageBuckets({ ...counts, output_tokens });
  }

  protected override reads(): boolean {
    const { data } = this.events;
    if (!data) return true;
    const event = parseJson(data.toString());
    if (!isObject(event)) return this.failsUnread();
    if (event.type === 'error' || this.events.name === 'error') return this.failsBy(data);
    this.take(event);
    return true;
  }

  private take(event: JsonObject): void {
    if (event.type === 'content_block_delta') this.grow(objectOf(event.delta) ?? {});
    else if (event.type === 'content_block_start') this.begin(objectOf(event.content_block) ?? {});
    else if (event.type === 'message_start') this.takeHead(objectOf(event.message));
    else if (event.type === 'message_delta') this.takeEnd(event);
    else if (event.type === 'message_stop') this.done = true;
  }

  private takeHead(message: JsonObject | undefined): void {
    this.model = textOf(message?.model);
    this.counts = mergeCounts(this.counts, message?.usage);
  }

  private takeEnd({ usage, delta }: JsonObject): void {
    this.counts = mergeCounts(this.counts, usage);
    this.isCounted ||= isObject(usage);
    this.hasReason ||= textOf(objectOf(delta)?.stop_reason) !== undefined;
  }

  private grow(delta: JsonObject): void {
    const text = textOf(delta.text) ?? textOf(delta.thinking) ?? textOf(delta.partial_json) ?? '';
    this.characters += text.length;
    if (text !== '' || 'signature' in delta || 'citation' in delta) this.progress += 1;
  }

  /** Blocks that are no text begin with something to say. */
  private begin({ type, text, thinking, name }: JsonObject): void {
    this.characters += [text, thinking, name].reduce<number>(
      (sum, one) => sum + (textOf(one)?.length ?? 0),
      0,
    );
    if (type !== 'text' && type !== 'thinking') this.progress += 1;
  }
}
