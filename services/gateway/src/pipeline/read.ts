import type { IncomingMessage } from 'node:http';
import { BodyShare } from '../memory/request-memory.ts';
import {
  isBadRequest,
  readChatRequest,
  type BadRequest,
  type ChatFacts,
} from '../protocols/openai/chat-request.ts';
import { collectBody, type CollectableRequest, type Collected } from './collect-body.ts';
import { DRY_RUN, type Exchange } from './exchange.ts';
import {
  badRequest,
  encodedBody,
  internalError,
  tooLarge,
  tooSlow,
  unavailable,
  type Refusal,
} from './refusal.ts';

/** Bytes of the largest body that is accepted. */
export const BODY_LIMIT = 32 * 1_048_576;
/** A larger one is read in a thread of its own: this one takes about a millisecond. */
const LARGE_BODY = 262_144;
const RETRY_AFTER_SECONDS = 2;

/** Stage: collects the body, as bytes, and finds in it what the later stages read. */
export function read(exchange: Exchange, done: (refusal?: Refusal) => void): void {
  const { memory, bodyDeadlineMs, clock } = exchange.gateway;
  const share = new BodyShare(memory);
  exchange.response.once('close', () => {
    share.release();
  });
  const options = { limit: BODY_LIMIT, deadlineMs: bodyDeadlineMs, share, clock };
  collectBody(collectable(exchange.request), options, (body) => {
    if (typeof body === 'string') done(refusalOf(body));
    else if (body.length <= LARGE_BODY) done(understand(exchange, body, readChatRequest));
    else readAside(exchange, body, { share, done });
  });
}

/** The server makes all its requests such. What came before there was a sink would be missing. */
function collectable(request: IncomingMessage): CollectableRequest {
  if (!('sink' in request) || request.readableLength > 0) {
    throw new TypeError('the body of this request cannot be collected');
  }
  return request as CollectableRequest;
}

function refusalOf(missing: Exclude<Collected, Buffer>): Refusal {
  if (missing === 'large') return tooLarge(BODY_LIMIT);
  if (missing === 'late') return tooSlow();
  return unavailable(
    'overloaded',
    'The gateway holds as many bodies of requests as it has memory for. Try again soon.',
    RETRY_AFTER_SECONDS,
  );
}

/** A client that leaves meanwhile has had its last answer; its bytes are held until they are back. */
function readAside(
  exchange: Exchange,
  body: Buffer,
  { share, done }: { share: BodyShare; done: (refusal?: Refusal) => void },
): void {
  share.retain();
  exchange.gateway.reader.read(body as Buffer<ArrayBuffer>, (result) => {
    share.release();
    if (exchange.isGone) return;
    done(result ? understand(exchange, result.body, () => result.read) : internalError());
  });
}

function understand(
  exchange: Exchange,
  body: Buffer,
  readChat: (body: Buffer) => ChatFacts | BadRequest,
): Refusal | undefined {
  const encoding = exchange.request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return encodedBody(encoding);
  const chat = readChat(body);
  if (isBadRequest(chat)) return badRequest(chat.message, chat.param);
  const metadata = metadataOf(exchange.request);
  if (!metadata) return badRequest('x-aicp-metadata must be a JSON object.', 'x-aicp-metadata');
  const dryRun = String(exchange.request.headers[DRY_RUN] ?? 'false');
  if (!TRUE_OR_FALSE.test(dryRun)) return badRequest(`${DRY_RUN} must be true or false.`, DRY_RUN);
  exchange.chat = { ...chat, body };
  exchange.headerMetadata = metadata;
  return undefined;
}

/** A trial that is written in another way would be served, and billed. */
const TRUE_OR_FALSE = /^(?:true|false)$/i;
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
