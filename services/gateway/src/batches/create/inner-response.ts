import { EventEmitter } from 'node:events';
import { parseJson } from '@aicp/common/json/parse-json';
import type { ClientResponse } from '../../client/client.ts';
import { isObject, textOf } from '../../formats/json/members.ts';
import { toRefusal, type Refusal } from '../../pipeline/exchange/refusal.ts';

/** What the stages answered. */
export interface InnerAnswer {
  readonly status: number;
  /** A flat list. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Takes what the stages answer to a batch, or to one of its requests, which nobody has on a connection of its own. */
export class InnerResponse extends EventEmitter implements ClientResponse {
  readonly socket = null;
  headersSent = false;
  statusCode = 200;
  readonly writableFinished = false;
  readonly writableLength = 0;
  private headers: readonly string[] = [];
  private readonly onAnswer: (answer: InnerAnswer) => void;

  constructor(onAnswer: (answer: InnerAnswer) => void) {
    super();
    this.onAnswer = onAnswer;
  }

  writeHead(status: number, headers: readonly string[]): this {
    this.statusCode = status;
    this.headers = headers;
    this.headersSent = true;
    return this;
  }

  write(): boolean {
    return true;
  }

  end(chunk: Buffer | string = '', encoding: BufferEncoding = 'utf8'): this {
    const body = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    this.onAnswer({ status: this.statusCode, headers: this.headers, body });
    return this;
  }

  addTrailers(): void {
    // It is answered by a document.
  }

  destroy(): this {
    return this;
  }
}

/** Why the stages refused it. */
export function refusalIn({ status, body }: InnerAnswer): Refusal {
  const value = parseJson(body.toString());
  const error = isObject(value) && isObject(value['error']) ? value['error'] : {};
  return toRefusal({
    ...{ status, type: textOf(error['type']) ?? 'invalid_request_error' },
    ...{ code: textOf(error['code']) ?? null, param: textOf(error['param']) ?? null },
    message: textOf(error['message']) ?? 'It was refused.',
  });
}
