import { rewriteBody } from '../openai-chat/rewrite-body.ts';
import {
  isBadRequest,
  type DocumentAnswer,
  type ProtocolRequest,
  type PromptTexts,
  type StreamAnswer,
} from '../protocol.ts';
import { PLAIN_RULES, type PlainKind } from './plain-rules.ts';
import { PlainTexts } from './plain-texts.ts';
import { readPlain, type PlainFacts } from './read-plain.ts';

/** How answers to requests of one kind are read. */
export interface PlainAnswers {
  openDocument(): DocumentAnswer;
  /** `stripUsage`: the client did not ask for usage. Absent: no answer is a stream. */
  openStream?(stripUsage: boolean): StreamAnswer;
}

const NO_METADATA: Readonly<Record<string, unknown>> = {};

/** A request that is no conversation: its bytes, and what the gateway reads of them. */
export class PlainRequest implements ProtocolRequest {
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  readonly answers: number;
  readonly user: string | undefined;
  readonly metadata = NO_METADATA;
  readonly hasTools = false;
  readonly size: number;
  readonly promptCharacters: number;
  private readonly body: Buffer;
  private readonly facts: PlainFacts;
  private readonly kind: PlainKind;
  private readonly reader: PlainAnswers;

  constructor(
    body: Buffer,
    facts: PlainFacts,
    { kind, reader }: { readonly kind: PlainKind; readonly reader: PlainAnswers },
  ) {
    this.model = facts.model;
    this.stream = facts.stream;
    this.maxTokens = facts.maxTokens;
    this.answers = facts.answers;
    this.user = facts.user;
    this.size = body.length;
    this.promptCharacters = facts.promptCharacters;
    this.body = body;
    this.facts = facts;
    this.kind = kind;
    this.reader = reader;
  }

  bodyFor(upstreamModel: string): Buffer {
    const { model, stream_options: options } = this.facts.spans;
    return rewriteBody({
      body: this.body,
      spans: { ...(model && { model }), ...(options && { stream_options: options }) },
      model: upstreamModel === this.model ? undefined : upstreamModel,
      addUsage: this.stream && !this.facts.wantsUsage,
    });
  }

  promptTexts(): PromptTexts {
    return new PlainTexts(this.body, PLAIN_RULES[this.kind]);
  }

  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest {
    const { kind, reader } = this;
    const body = new PlainTexts(this.body, PLAIN_RULES[kind]).withTexts(texts);
    const facts = readPlain(body, kind);
    if (isBadRequest(facts)) throw new Error(`a request was made unreadable: ${facts.message}`);
    return new PlainRequest(body, facts, { kind, reader });
  }

  openDocument(): DocumentAnswer {
    return this.reader.openDocument();
  }

  openStream(): StreamAnswer {
    const stream = this.reader.openStream?.(!this.facts.wantsUsage);
    if (!stream) throw new TypeError(`an answer of ${this.kind} is no stream`);
    return stream;
  }
}
