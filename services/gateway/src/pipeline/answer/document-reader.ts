import { JsonDocument } from '../../protocols/openai/json-document.ts';
import type { UpstreamError } from '../../providers/provider-client.ts';
import { BodyBytes } from '../body-bytes.ts';
import type { Exchange } from '../exchange.ts';
import type { AnswerOwner, AnswerReader } from './answer-reader.ts';

/** An answer that is no stream is held in memory, so that it can still be had elsewhere if it breaks off. */
const LARGEST_DOCUMENT = 32 * 1_048_576;
const CHOICES_KEY = '"choices"';

/** Takes a whole JSON answer. It is checked as it comes, and passed on as it is. */
export class DocumentReader implements AnswerReader {
  private readonly exchange: Exchange;
  private readonly owner: AnswerOwner;
  private readonly contentType: string;
  private readonly json = new JsonDocument();
  private bytes = new BodyBytes(LARGEST_DOCUMENT);

  constructor(options: { exchange: Exchange; owner: AnswerOwner; contentType: string }) {
    this.exchange = options.exchange;
    this.owner = options.owner;
    this.contentType = options.contentType;
  }

  push(chunk: Buffer): void {
    if (!this.json.push(chunk)) {
      this.fail('the answer is no JSON object');
    } else if (this.bytes.length + chunk.length > LARGEST_DOCUMENT) {
      this.fail('the answer is too large');
    } else if (this.exchange.gateway.answerBytes.take(chunk.length)) {
      this.bytes.add(chunk);
    } else {
      this.drop();
      const detail = 'the answers that are under way fill the memory that they may have';
      this.owner.failed({ kind: 'overloaded', detail });
    }
  }

  end(): void {
    const body = this.bytes.take();
    if (!this.json.isWhole) {
      this.fail(body.length === 0 ? 'the answer is empty' : 'the answer is cut short');
    } else if (body.includes(CHOICES_KEY)) {
      this.keepUntilSent();
      this.owner.ended({ kind: 'document', contentType: this.contentType, body });
    } else {
      this.fail('the answer has no choices');
    }
  }

  broke({ kind, message }: UpstreamError): void {
    this.drop();
    this.owner.failed({ kind, detail: message });
  }

  drop(): void {
    this.exchange.gateway.answerBytes.giveBack(this.bytes.length);
    this.bytes = new BodyBytes(LARGEST_DOCUMENT);
  }

  /** A client that reads slowly holds the answer for as long as it takes. */
  private keepUntilSent(): void {
    const { gateway, response } = this.exchange;
    const { length } = this.bytes;
    this.bytes = new BodyBytes(LARGEST_DOCUMENT);
    response.once('close', () => {
      gateway.answerBytes.giveBack(length);
    });
  }

  private fail(detail: string): void {
    this.drop();
    this.owner.failed({ kind: 'unexpected', detail });
  }
}
