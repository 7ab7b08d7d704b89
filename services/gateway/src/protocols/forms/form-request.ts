import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { FormPart } from '../../multipart/read-form.ts';
import { boundaryTypeOf, writeForm } from '../../multipart/write-form.ts';
import { soundLength } from '../../sounds/sound-length.ts';
import { ofDeployment } from '../deployments.ts';
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
import { factsOf, type FormFacts } from './read-form-request.ts';

/** What a form is read with, beside its body. */
interface FormReading {
  readonly rules: FormRules;
  readonly reader: PlainAnswers;
  readonly address: RequestAddress | undefined;
}

const NO_METADATA: Readonly<Record<string, unknown>> = {};
/** Names of fields as APIs have them; any other may be a text. */
const PLAIN_NAME = /^[a-z][a-z0-9_]{0,40}(?:\[\])?$/;
/** Words of the API. What stands in their place and has another form may be read. */
const WORD = /^[\w.:/-]{0,64}$/;
/** Fields that say how to answer and who asks, which the gateway reads itself. */
const NEVER_READ: ReadonlySet<string> = new Set(['model', 'stream', 'n', 'user']);

/** Whether a model may read a field. */
function isText({ name, filename, content }: FormPart, { words }: FormRules): boolean {
  if (filename !== undefined || NEVER_READ.has(name)) return false;
  return !words.has(name) || content.length > 64 || !WORD.test(content.toString());
}

function heardIn({ parts }: FormFacts, { unseen, files }: FormRules): number | undefined {
  const sound = unseen === 'audio' ? parts.find(({ name }) => files.includes(name)) : undefined;
  return sound && soundLength(sound.content);
}

/**
 * A request that is a form: its parts, and what the gateway reads of them. Contents go on as they came, and so does every field that nobody here knows. The heads of parts
 * and the boundary are written anew: what was looked at here is what its provider reads.
 */
export class FormRequest implements ProtocolRequest {
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens = undefined;
  readonly answers: number;
  readonly images: number | undefined;
  readonly heardMs: number | undefined;
  readonly user: string | undefined;
  readonly metadata = NO_METADATA;
  readonly hasTools = false;
  readonly size: number;
  readonly promptCharacters: number;
  readonly contentType: string;
  private readonly facts: FormFacts;
  private readonly reading: FormReading;
  /** Fields that a model may read. */
  private readonly fields: readonly FormPart[];
  /** Stands in no part: it was made after all of them came. */
  private readonly random: string;

  constructor(size: number, facts: FormFacts, reading: FormReading) {
    this.model = facts.model;
    this.stream = facts.stream;
    this.answers = facts.images ?? 1;
    this.images = facts.images;
    this.heardMs = heardIn(facts, reading.rules);
    this.user = facts.user;
    this.size = size;
    this.random = randomUUID();
    this.contentType = boundaryTypeOf(this.random);
    this.facts = facts;
    this.reading = reading;
    this.fields = facts.parts.filter((one) => isText(one, reading.rules));
    this.promptCharacters = this.fields.reduce((sum, { content }) => sum + content.length, 0);
  }

  bodyFor(upstreamModel: string): Buffer {
    const { parts } = this.facts;
    const named: FormPart = {
      ...{ name: 'model', filename: undefined, contentType: undefined },
      content: Buffer.from(upstreamModel),
    };
    const hasModel = parts.some(({ name }) => name === 'model');
    const sent = hasModel
      ? parts.map((one) => (one.name === 'model' ? named : one))
      : [named, ...parts];
    return writeForm(sent, this.random).body;
  }

  promptTexts(): PromptTexts {
    const { rules } = this.reading;
    const seen = this.fields.filter(({ content }) => isUtf8(content));
    const names = [...new Set(this.fields.map(({ name }) => name))];
    // A list may be read as one text.
    const texts = this.fields.map(({ name, content }): PromptText => ({
      ...{ form: 'text', text: content.toString(), partOf: names.indexOf(name) },
    }));
    const odd = names.filter((name) => !rules.words.has(name) && !PLAIN_NAME.test(name));
    if (odd.length > 0) texts.push({ form: 'text', fixed: 'texts', text: odd.join('\n\n') });
    const isAllSeen = seen.length === this.fields.length;
    return { texts, unseen: new Set(isAllSeen ? [rules.unseen] : [rules.unseen, 'unknown_field']) };
  }

  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest {
    const { rules, address } = this.reading;
    const others = new Map<FormPart, Buffer>();
    for (const [number, part] of this.fields.entries()) {
      const text = texts.get(number);
      if (text !== undefined) others.set(part, Buffer.from(text));
    }
    const parts = this.facts.parts.map((part) => ({
      ...part,
      content: others.get(part) ?? part.content,
    }));
    const read = factsOf(parts, rules);
    const facts = isBadRequest(read) ? read : ofDeployment(read, address);
    if (isBadRequest(facts)) throw new Error(`a request was made unreadable: ${facts.message}`);
    return new FormRequest(this.size, facts, this.reading);
  }

  openDocument(contentType: string): DocumentAnswer {
    return this.reading.reader.openDocument(contentType);
  }

  openStream(): StreamAnswer {
    const stream = this.reading.reader.openStream?.(false, this.answers);
    if (!stream) throw new TypeError('an answer to this form is no stream');
    return stream;
  }
}
