import { atAddress } from '../../deployments.ts';
import { splice } from '../../openai-chat/splice.ts';
import { PlainDocument } from '../../plain/plain-document.ts';
import {
  isBadRequest,
  type BadRequest,
  type DocumentAnswer,
  type PromptTexts,
  type ProtocolRequest,
  type RequestAddress,
  type StreamAnswer,
} from '../../protocol.ts';
import type { GeminiFacts } from '../gemini-scan.ts';
import { GeminiTexts } from '../gemini-texts.ts';
import { readEmbedding, type EmbedMethod } from './embed-scan.ts';

/** What a request is read with, beside its body. */
interface Reading {
  readonly method: EmbedMethod;
  readonly address: RequestAddress | undefined;
}

/** The request that was read of a body, or why it is none. */
export function toEmbeddingRequest(
  body: Buffer,
  read: GeminiFacts | BadRequest,
  reading: Reading,
): ProtocolRequest | BadRequest {
  const facts = isBadRequest(read)
    ? read
    : atAddress({ model: undefined, ...read }, reading.address);
  return isBadRequest(facts) ? facts : new EmbeddingRequest(body, facts, reading);
}

const NO_METADATA: Readonly<Record<string, unknown>> = {};

/** A request for embeddings: its bytes, and what the gateway reads of them. */
class EmbeddingRequest implements ProtocolRequest {
  readonly model: string | undefined;
  readonly stream = false;
  readonly maxTokens = undefined;
  /** Its model writes none. */
  readonly answers = 0;
  readonly user = undefined;
  readonly metadata = NO_METADATA;
  readonly hasTools = false;
  readonly size: number;
  readonly promptCharacters: number;
  private readonly body: Buffer;
  private readonly facts: GeminiFacts;
  private readonly reading: Reading;

  constructor(body: Buffer, facts: GeminiFacts, reading: Reading) {
    this.model = facts.model;
    this.size = body.length;
    this.promptCharacters = facts.promptCharacters;
    this.body = body;
    this.facts = facts;
    this.reading = reading;
  }

  promptTexts(): PromptTexts {
    return new GeminiTexts(this.body);
  }

  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest {
    const { method } = this.reading;
    const body = new GeminiTexts(this.body).withTexts(texts);
    const changed = toEmbeddingRequest(body, readEmbedding(body, method), this.reading);
    if (isBadRequest(changed)) throw new TypeError(`texts cannot stand there: ${changed.message}`);
    return changed;
  }

  /** Google wants the same name in the body as in the address. */
  bodyFor(upstreamModel: string): Buffer {
    const { modelSpans = [] } = this.facts;
    const name = JSON.stringify(
      `models/${upstreamModel.replace(/^(?:publishers\/google\/)?models\//, '')}`,
    );
    const edits = modelSpans.map((span) => ({
      span,
      text: span.end > span.start ? name : `"model":${name},`,
    }));
    return edits.length === 0 ? this.body : splice(this.body, edits);
  }

  openStream(): StreamAnswer {
    throw new TypeError('vectors do not come as a stream');
  }

  openDocument(): DocumentAnswer {
    const isOne = this.reading.method === 'embedContent';
    return new PlainDocument(isOne ? 'embedding' : 'embeddings', isOne);
  }
}
