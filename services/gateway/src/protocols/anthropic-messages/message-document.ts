import { KnownWords } from '@aicp/common/bytes/known-words';
import { parseJson } from '@aicp/common/json/parse-json';
import { mergeCounts, toMessageBuckets } from '../../formats/messages/answer/message-usage.ts';
import { deltaCharacters } from '../openai-chat/delta-characters.ts';
import { endOfValue, skipSpace } from '../openai-chat/json-bytes.ts';
import { AnswerOutline, OutlinedDocument } from '../passing/outlined-document.ts';
import type { CountedTokens } from '../protocol.ts';

const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const COLON = 0x3a;
const NAMES = new KnownWords(['content', 'error', 'stop_reason']);

/** Hears, as a whole answer comes, whether it is a message: it has a list of blocks, and no error. */
class MessageOutline extends AnswerOutline {
  override readonly names = NAMES;
  override hasAnswer = false;
  private member = '';

  protected get lack(): string | undefined {
    return this.hasAnswer ? undefined : 'the answer has no content';
  }

  onName(depth: number, name: string): void {
    if (depth === 1) this.member = name;
  }

  onValue(depth: number, first: number): void {
    if (depth !== 1) return;
    if (this.member === 'error' && first === OPEN_BRACE) this.hasError = true;
    if (this.member === 'content') this.hasAnswer = first === OPEN_BRACKET;
  }
}

/** A message as its bytes come. Nothing is built of it, whatever its size. */
export class MessageDocument extends OutlinedDocument<MessageOutline> {
  constructor() {
    super(new MessageOutline());
  }
}

const USAGE_KEY = Buffer.from('"usage"');
const CONTENT_KEY = Buffer.from('"content"');
const LARGEST_USAGE = 16_384;

/** The counts of a whole message, or of the end of one: what stands last is the message's own, and no argument of a tool. */
export function messageTokens(answer: Buffer): CountedTokens | undefined {
  for (let at = answer.lastIndexOf(USAGE_KEY); at > 0; at = answer.lastIndexOf(USAGE_KEY, at - 1)) {
    const colon = skipSpace(answer, at + USAGE_KEY.length);
    if (answer[colon] !== COLON) continue;
    const start = skipSpace(answer, colon + 1);
    const part = answer.subarray(start, start + LARGEST_USAGE);
    const counts = mergeCounts(undefined, parseJson(part.toString('utf8', 0, endOfValue(part, 0))));
    if (counts?.output_tokens !== undefined) return toMessageBuckets(counts);
  }
  return undefined;
}

/** Characters of text in a whole message, or in the beginning of one. */
export function messageCharacters(answer: Buffer): number {
  const at = answer.indexOf(CONTENT_KEY);
  return at === -1 ? 0 : deltaCharacters(answer, at + CONTENT_KEY.length, answer.length);
}
