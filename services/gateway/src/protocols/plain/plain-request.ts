import { parseJson } from '@aicp/common/json/parse-json';
import { ofDeployment } from '../deployments.ts';
import type { Span } from '../openai-chat/read-members.ts';
import { rewriteBody } from '../openai-chat/rewrite-body.ts';
import {
  isBadRequest,
  type DocumentAnswer,
  type ProtocolRequest,
  type RequestAddress,
  type PromptTexts,
  type StreamAnswer,
} from '../protocol.ts';
import { PLAIN_RULES, type PlainKind } from './plain-rules.ts';
import { PlainTexts } from './plain-texts.ts';
import { readPlain, type PlainFacts } from './read-plain.ts';

/** How answers to requests of one kind are read. */
export interface PlainAnswers {
  /** `contentType`: what the provider says that it sends. */
  openDocument(contentType: string): DocumentAnswer;
  /** `stripUsage`: the client did not ask for usage. `answers`: how many it wants. Absent: no answer is a stream. */
  openStream?(stripUsage: boolean, answers: number): StreamAnswer;
}

/** What a request is read with, beside its body. */
interface PlainReading {
  readonly kind: PlainKind;
  readonly reader: PlainAnswers;
  readonly address: RequestAddress | undefined;
}

const NO_METADATA: Readonly<Record<string, unknown>> = {};

/** No vendor speaks a longer text: beyond, escapes are counted as they stand, since reading them would keep others waiting. */
const LONGEST_SPOKEN = 65_536;

/** Characters of a string, without its quotes. */
function charactersAt(body: Buffer, { start, end }: Span = { start: 0, end: 2 }): number {
  const written = body.toString('utf8', start, end);
  const text = end - start > LONGEST_SPOKEN ? undefined : parseJson(written);
  if (typeof text !== 'string') return written.length - 2;
  return text.length - (text.match(LOW_SURROGATES)?.length ?? 0);
}

/** The second half of a character that is two units long. */
const LOW_SURROGATES = /(?<=[\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A request that is no conversation: its bytes, and what the gateway reads of them. */
export class PlainRequest implements ProtocolRequest {
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  readonly answers: number;
  readonly images: number | undefined;
  readonly spokenCharacters: number | undefined;
  readonly user: string | undefined;
  readonly metadata = NO_METADATA;
  readonly hasTools = false;
  readonly size: number;
  readonly promptCharacters: number;
  private readonly body: Buffer;
  private readonly facts: PlainFacts;
  private readonly kind: PlainKind;
  private readonly reader: PlainAnswers;
  private readonly address: RequestAddress | undefined;

  constructor(body: Buffer, facts: PlainFacts, { kind, reader, address }: PlainReading) {
    this.model = facts.model;
    this.stream = facts.stream;
    this.maxTokens = facts.maxTokens;
    this.answers = facts.answers;
    this.images = facts.images;
    this.spokenCharacters = facts.isSpoken && charactersAt(body, facts.spans['input']);
    this.user = facts.user;
    this.size = body.length;
    this.promptCharacters = facts.promptCharacters;
    this.body = body;
    this.facts = facts;
    this.kind = kind;
    this.reader = reader;
    this.address = address;
  }

  bodyFor(upstreamModel: string): Buffer {
    const { model, stream_options: options } = this.facts.spans;
    const isNamed = upstreamModel === this.model && this.address?.model === undefined;
    return rewriteBody({
      body: this.body,
      spans: { ...(model && { model }), ...(options && { stream_options: options }) },
      model: isNamed ? undefined : upstreamModel,
      addUsage: this.stream && !this.facts.wantsUsage,
    });
  }

  promptTexts(): PromptTexts {
    return new PlainTexts(this.body, PLAIN_RULES[this.kind]);
  }

  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest {
    const { kind, reader, address } = this;
    const body = new PlainTexts(this.body, PLAIN_RULES[kind]).withTexts(texts);
    const read = readPlain(body, kind);
    const facts = isBadRequest(read) ? read : ofDeployment(read, address);
    if (isBadRequest(facts)) throw new Error(`a request was made unreadable: ${facts.message}`);
    return new PlainRequest(body, facts, { kind, reader, address });
  }

  openDocument(contentType: string): DocumentAnswer {
    return this.reader.openDocument(contentType);
  }

  openStream(): StreamAnswer {
    const stream = this.reader.openStream?.(!this.facts.wantsUsage, this.answers);
    if (!stream) throw new TypeError(`an answer of ${this.kind} is no stream`);
    return stream;
  }
}
