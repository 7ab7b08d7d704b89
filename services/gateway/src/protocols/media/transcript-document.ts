import { KnownWords } from '@aicp/common/bytes/known-words';
import { AnswerOutline, OutlinedDocument } from '../passing/outlined-document.ts';
import type { DocumentAnswer } from '../protocol.ts';
import { BytesDocument, typeAmong } from './bytes-document.ts';

const QUOTE = 0x22;
const LOWER_N = 0x6e;
const NAMES = new KnownWords(['text', 'error']);
const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json(?:;|$)/i;
/** Texts and subtitles. No other type is one of the API: what it holds is no answer, and is not told to clients. */
const TEXT_TYPE =
  /^(?:text\/(?:plain|vtt|srt|x-srt|subrip|x-subrip)|application\/x-subrip)(?:;|$)/i;

/** Hears, as a transcript comes, whether it has its text, and no error. */
class TranscriptOutline extends AnswerOutline {
  override readonly names = NAMES;
  override hasAnswer = false;
  private member = '';

  protected get lack(): string | undefined {
    return this.hasAnswer ? undefined : 'the answer has no text';
  }

  onName(depth: number, name: string): void {
    if (depth === 1) this.member = name;
  }

  onValue(depth: number, first: number): void {
    if (depth !== 1) return;
    if (this.member === 'text') this.hasAnswer ||= first === QUOTE;
    if (this.member === 'error') this.hasError ||= first !== LOWER_N;
  }
}

/** A transcript in JSON, as its bytes come. */
class JsonTranscript extends OutlinedDocument<TranscriptOutline> {
  constructor() {
    super(new TranscriptOutline());
  }
}

/** A transcript as a text, or as subtitles; of silence, it is empty but for a line end. */
function textTranscript(contentType: string): DocumentAnswer {
  const type = typeAmong(TEXT_TYPE, contentType);
  return new BytesDocument(type && `${type}; charset=utf-8`, 'transcript');
}

/** A transcript by what the provider says that it sends. */
export const transcriptDocument = (contentType: string): DocumentAnswer =>
  JSON_TYPE.test(contentType) ? new JsonTranscript() : textTranscript(contentType);
