import { isUtf8 } from 'node:buffer';
import type { FormPart } from '../../multipart/read-form.ts';
import { atAddress } from '../deployments.ts';
import { splice, type Edit } from '../openai-chat/splice.ts';
import type { PlainAnswers } from '../plain/plain-request.ts';
import {
  isBadRequest,
  type DocumentAnswer,
  type PromptText,
  type PromptTexts,
  type ProtocolRequest,
  type RequestAddress,
  type StreamAnswer,
} from '../protocol.ts';
import type { FormRules } from './form-kinds.ts';
import { readFormRequest, type FormFacts } from './read-form-request.ts';

/** What a form is read with, beside its body. */
interface FormReading {
  readonly rules: FormRules;
  readonly reader: PlainAnswers;
  readonly address: RequestAddress | undefined;
}

const NO_METADATA: Readonly<Record<string, unknown>> = {};
/** Names of fields as APIs have them; any other may be a text. */
const PLAIN_NAME = /^[a-z][a-z0-9_]{0,40}(?:\[\])?$/;

/** A request that is a form: its bytes, and what the gateway reads of them. Files pass as they came, and so does every part that nobody here knows. */
export class FormRequest implements ProtocolRequest {
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens = undefined;
  readonly answers: number;
  readonly images: number | undefined;
  readonly user: string | undefined;
  readonly metadata = NO_METADATA;
  readonly hasTools = false;
  readonly size: number;
  readonly promptCharacters: number;
  readonly contentType: string;
  private readonly body: Buffer;
  private readonly facts: FormFacts;
  private readonly reading: FormReading;
  /** Fields that a model may read. */
  private readonly fields: readonly FormPart[];

  constructor(body: Buffer, facts: FormFacts, reading: FormReading) {
    this.model = facts.model;
    this.stream = facts.stream;
    this.answers = facts.images ?? 1;
    this.images = facts.images;
    this.user = facts.user;
    this.size = body.length;
    this.contentType = `multipart/form-data; boundary="${facts.boundary}"`;
    this.body = body;
    this.facts = facts;
    this.reading = reading;
    const { words } = reading.rules;
    this.fields = facts.parts.filter((one) => one.filename === undefined && !words.has(one.name));
    this.promptCharacters = this.fields.reduce((sum, { content }) => sum + content.length, 0);
  }

  bodyFor(upstreamModel: string): Buffer {
    const part = this.facts.parts.find(({ name }) => name === 'model');
    if (part) return this.edited([this.editOf(part, upstreamModel)]);
    const head = `--${this.facts.boundary}\r\ncontent-disposition: form-data; name="model"\r\n\r\n`;
    const text = `${head}${this.whole(upstreamModel)}\r\n`;
    return this.edited([{ span: { start: 0, end: 0 }, text }]);
  }

  promptTexts(): PromptTexts {
    const { files, unseen, words } = this.reading.rules;
    const seen = this.fields.filter(({ content }) => isUtf8(content));
    const texts = this.fields.map(({ content }): PromptText => ({
      form: 'text',
      text: content.toString(),
    }));
    const names = this.facts.parts.map(({ name }) => name).filter((name) => !files.includes(name));
    const odd = names.filter((name) => !words.has(name) && !PLAIN_NAME.test(name));
    if (odd.length > 0) texts.push({ form: 'text', fixed: 'texts', text: odd.join('\n\n') });
    const isAllSeen = seen.length === this.fields.length;
    return { texts, unseen: new Set(isAllSeen ? [unseen] : [unseen, 'unknown_field']) };
  }

  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest {
    const edits = this.fields.flatMap((part, number) => {
      const text = texts.get(number);
      return text === undefined ? [] : [this.editOf(part, text)];
    });
    const body = this.edited(edits);
    const { rules, address } = this.reading;
    const read = readFormRequest(body, this.contentType, rules);
    const facts = isBadRequest(read) ? read : atAddress(read, address);
    if (isBadRequest(facts)) throw new Error(`a request was made unreadable: ${facts.message}`);
    return new FormRequest(body, facts, this.reading);
  }

  openDocument(contentType: string): DocumentAnswer {
    return this.reading.reader.openDocument(contentType);
  }

  openStream(): StreamAnswer {
    const stream = this.reading.reader.openStream?.(false, this.answers);
    if (!stream) throw new TypeError('an answer to this form is no stream');
    return stream;
  }

  private editOf({ content }: FormPart, text: string): Edit {
    const start = content.byteOffset - this.body.byteOffset;
    return { span: { start, end: start + content.length }, text: this.whole(text) };
  }

  /** A text that is written into the form: a boundary in it would make other parts of it. */
  private whole(text: string): string {
    if (`\r\n${text}`.includes(`\r\n--${this.facts.boundary}`))
      throw new Error('a text that is written into a form holds its boundary');
    return text;
  }

  private edited(edits: readonly Edit[]): Buffer {
    return edits.length === 0 ? this.body : splice(this.body, edits);
  }
}
