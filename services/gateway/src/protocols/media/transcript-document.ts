import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonDocument, type JsonListener } from '../openai-chat/json-document.ts';
import type { DocumentAnswer } from '../protocol.ts';

const QUOTE = 0x22;
const LOWER_N = 0x6e;
const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json(?:;|$)/i;
/** Texts and subtitles. A type with anything else in it is not told to clients. */
const TEXT_TYPE = /^(?:text\/[\w.+-]{1,64}|application\/x-subrip)(?:;|$)/i;
const TYPE_ALONE = /^[^;\s]*/;

/** Hears, as a transcript comes, whether it has its text, and no error. */
class TranscriptOutline implements JsonListener {
  readonly names = new KnownWords(['text', 'error']);
  hasText = false;
  hasError = false;
  private member = '';

  onName(depth: number, name: string): void {
    if (depth === 1) this.member = name;
  }

  onValue(depth: number, first: number): void {
    if (depth !== 1) return;
    if (this.member === 'text') this.hasText ||= first === QUOTE;
    if (this.member === 'error') this.hasError ||= first !== LOWER_N;
  }
}

/** A transcript in JSON, as its bytes come. */
class JsonTranscript implements DocumentAnswer {
  private readonly outline = new TranscriptOutline();
  private readonly json = new JsonDocument(this.outline);

  push(piece: Buffer): boolean {
    return this.json.push(piece);
  }

  get isWhole(): boolean {
    return this.json.isWhole;
  }

  get isBegun(): boolean {
    return this.json.hasBegun && !this.outline.hasError;
  }

  get isAnswer(): boolean {
    return this.outline.hasText && !this.outline.hasError;
  }

  get problem(): string | undefined {
    if (this.outline.hasError) return 'the answer holds an error';
    return this.outline.hasText ? undefined : 'the answer has no text';
  }
}

/** A transcript as a text, or as subtitles. It is whole when its provider ended it; of silence, it is empty but for a line end. */
class TextTranscript implements DocumentAnswer {
  readonly contentType: string | undefined;
  private hasBytes = false;
  private isEnded = false;

  constructor(contentType: string) {
    const [type = ''] = TYPE_ALONE.exec(contentType) ?? [];
    this.contentType = TEXT_TYPE.test(contentType) ? `${type}; charset=utf-8` : undefined;
  }

  push(piece: Buffer): boolean {
    this.hasBytes ||= piece.length > 0;
    return true;
  }

  end(): void {
    this.isEnded = true;
  }

  get isWhole(): boolean {
    return this.hasBytes && this.isEnded;
  }

  get isBegun(): boolean {
    return this.isAnswer && this.hasBytes;
  }

  get isAnswer(): boolean {
    return this.contentType !== undefined;
  }

  get problem(): string | undefined {
    return this.isAnswer ? undefined : 'the answer is no transcript';
  }
}

/** A transcript by what the provider says that it sends. */
export const transcriptDocument = (contentType: string): DocumentAnswer =>
  JSON_TYPE.test(contentType) ? new JsonTranscript() : new TextTranscript(contentType);
