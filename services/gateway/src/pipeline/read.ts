import type { IncomingMessage } from 'node:http';
import { isBadRequest, readChatRequest } from '../protocols/openai/chat-request.ts';
import { collectBody, type CollectableRequest } from './collect-body.ts';
import type { Exchange } from './exchange.ts';
import { badRequest, encodedBody, tooLarge, type Refusal } from './refusal.ts';

/** Bytes of the largest body that is accepted. */
export const BODY_LIMIT = 32 * 1_048_576;

/** Stage: collects the body, as bytes, and finds in it what the later stages read. */
export function read(exchange: Exchange, done: (refusal?: Refusal) => void): void {
  collectBody(collectable(exchange.request), BODY_LIMIT, (body) => {
    done(body ? understand(exchange, body) : tooLarge(BODY_LIMIT));
  });
}

/** The server makes all its requests such. What came before there was a sink would be missing. */
function collectable(request: IncomingMessage): CollectableRequest {
  if (!('sink' in request) || request.readableLength > 0) {
    throw new TypeError('the body of this request cannot be collected');
  }
  return request as CollectableRequest;
}

function understand(exchange: Exchange, body: Buffer): Refusal | undefined {
  const encoding = exchange.request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return encodedBody(encoding);
  const chat = readChatRequest(body);
  if (isBadRequest(chat)) return badRequest(chat.message, chat.param);
  const metadata = metadataOf(exchange.request);
  if (!metadata) return badRequest('x-aicp-metadata must be a JSON object.', 'x-aicp-metadata');
  exchange.chat = { ...chat, body };
  exchange.headerMetadata = metadata;
  return undefined;
}

const NO_METADATA: Readonly<Record<string, unknown>> = {};

function metadataOf({ headers }: IncomingMessage): Readonly<Record<string, unknown>> | undefined {
  const text = headers['x-aicp-metadata'];
  if (text === undefined) return NO_METADATA;
  try {
    const value: unknown = JSON.parse(String(text));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
