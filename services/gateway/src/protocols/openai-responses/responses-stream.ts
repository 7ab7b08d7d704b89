import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonScanner } from '@aicp/common/json/json-scanner';
import { readAnswerModel } from '../openai-chat/answer-model.ts';
import { PassedStream } from '../passing/passed-stream.ts';
import type { CountedTokens, StreamAnswer } from '../protocol.ts';
import { ANSWER_LIMITS } from '../response-ids/answer-limits.ts';
import { UsageParts } from './response-usage.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const DONE_MARK = '[DONE]';

const NAMES = new KnownWords(['type', 'delta', 'response']);
const OF_RESPONSE = new KnownWords(['usage', 'tool_usage']);
const TYPES = new KnownWords(
  [
    ...['response.completed', 'response.incomplete', 'response.failed', 'error'],
    ...['response.output_item.done', 'response.audio.delta'],
  ].map((type) => `"${type}"`),
);

/**
 * Reads a stream of Responses' events as it passes: finds its usage, how much text it brought and how it ended. All bytes pass unchanged, an event at a
 * time. It ends with the event that says that the response is over, which is passed on, and at the first event that is an error, or whose data are no
 * JSON object: neither that nor what follows is passed on.
 */
export class ResponsesStream extends PassedStream implements StreamAnswer {
  /** Its characters are those of its text. */
  readonly isText = true;
  characters = 0;
  progress = 0;
  usage: CountedTokens | undefined;
  model: string | undefined;

  private readonly parts = new UsageParts();
  private data: Buffer = Buffer.alloc(0);
  private scanner = new JsonScanner(this.data, ANSWER_LIMITS);
  private type = '';
  private deltaCharacters = 0;
  private hasResponse = false;

  get finished(): boolean {
    return this.done;
  }

  protected override reads(): boolean {
    const { data } = this.events;
    if (!data) return true;
    if (!this.scan(data)) {
      // Some servers end every stream so, and this API has no such end.
      if (data.toString('latin1', 0, DONE_MARK.length) === DONE_MARK) return false;
      return this.failsUnread();
    }
    if (this.hasResponse) this.model ??= readAnswerModel(data);
    if (this.type === 'error' || this.type === 'response.failed' || this.events.name === 'error')
      return this.failsBy(data);
    this.count();
    return true;
  }

  private count(): void {
    const { type, deltaCharacters } = this;
    if (type === 'response.completed' || type === 'response.incomplete') this.done = true;
    if (deltaCharacters > 0 || type === 'response.output_item.done') this.progress += 1;
    if (type !== 'response.audio.delta') this.characters += deltaCharacters;
  }

  private scan(data: Buffer): boolean {
    this.data = data;
    this.scanner = new JsonScanner(data, ANSWER_LIMITS);
    this.type = '';
    this.deltaCharacters = 0;
    this.hasResponse = false;
    const { scanner } = this;
    return (
      scanner.peek() === OPEN_BRACE && scanner.eachMember(this.takeMember) && scanner.isAtEnd()
    );
  }

  private readonly takeMember = (start: number, end: number): boolean => {
    const { scanner, data } = this;
    switch (NAMES.at(data, start, end)) {
      case 'type': {
        scanner.peek();
        const from = scanner.at;
        if (!scanner.skipValue()) return false;
        this.type = TYPES.at(data, from, scanner.at).slice(1, -1);
        return true;
      }
      case 'delta':
        return this.takeDelta();
      case 'response':
        this.hasResponse = true;
        if (scanner.peek() !== OPEN_BRACE) return scanner.skipValue();
        return scanner.eachMember(this.takeOfResponse);
      default:
        return scanner.skipValue();
    }
  };

  private takeDelta(): boolean {
    const { scanner } = this;
    const isText = scanner.peek() === QUOTE;
    const before = scanner.characters;
    if (!scanner.skipValue()) return false;
    if (isText) this.deltaCharacters = scanner.characters - before - 2;
    return true;
  }

  private readonly takeOfResponse = (start: number, end: number): boolean => {
    const { scanner, data } = this;
    const name = OF_RESPONSE.at(data, start, end);
    if (name === '') return scanner.skipValue();
    scanner.peek();
    const from = scanner.at;
    if (!scanner.skipValue()) return false;
    this.parts.take(name, data, [from, scanner.at]);
    this.usage = this.parts.tokens;
    return true;
  };
}
