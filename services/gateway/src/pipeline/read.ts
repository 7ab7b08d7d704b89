import type { ClientRequest } from '../client/client.ts';
import { BodyShare } from '../memory/request-memory.ts';
import { isBadRequest, type BadRequest, type ProtocolRequest } from '../protocols/protocol.ts';
import { collectable, collectBody, type Collected } from './collect-body.ts';
import { DRY_RUN, type Exchange } from './exchange/exchange.ts';
import type { Gateway } from './exchange/gateway.ts';
import type { Authenticated, Read } from './exchange/phases.ts';
import {
  badRequest,
  encodedBody,
  internalError,
  tooLarge,
  shed,
  tooSlow,
  type Refusal,
} from './exchange/refusal.ts';
import type { Flow, Stage } from './exchange/stage.ts';

/** Bytes of the largest body that is accepted. */
export const BODY_LIMIT = 32 * 1_048_576;
/** A larger one is read where it keeps no other request waiting: reading this one takes up to two milliseconds. */
const LARGE_BODY = 524_288;

/** Stage: collects the body, as bytes, and has the protocol find in it what the later stages read. */
export const read: Stage<'authenticated', 'read'> = {
  name: 'read',
  from: 'authenticated',
  to: 'read',
  hasEffects: false,
  run(phase, flow) {
    const { exchange, principal } = phase;
    const { memory, holders, bodyDeadlineMs, clock } = exchange.gateway;
    const share = new BodyShare(memory, holders.of(principal));
    exchange.response.once('close', () => {
      share.release();
    });
    const options = { limit: BODY_LIMIT, deadlineMs: bodyDeadlineMs, share, clock };
    collectBody(collectable(exchange.request), options, (body) => {
      if (typeof body === 'string') flow.refuse(refusalOf(body, share, exchange.gateway));
      else if (body.length > LARGE_BODY) readLarge(phase, body, { share, flow });
      else
        understand(phase, exchange.protocol.read(body, exchange.address, typeOf(exchange)), flow);
    });
  },
};

/** Stage: a request that was read before. */
export const readAs = (input: ProtocolRequest): Stage<'authenticated', 'read'> => ({
  ...{ name: 'read', from: 'authenticated', to: 'read', hasEffects: false },
  run(phase, flow) {
    const headerMetadata = metadataOf(phase.exchange.request.headers);
    if (headerMetadata) flow.pass({ ...phase, phase: 'read', input, headerMetadata });
    else flow.refuse(badRequest('x-aicp-metadata must be a JSON object.', 'x-aicp-metadata'));
  },
});

function refusalOf(
  body: Exclude<Collected, Buffer>,
  { missing = 'request_bytes' }: BodyShare,
  { admission }: Gateway,
): Refusal {
  if (body === 'large') return tooLarge(BODY_LIMIT);
  if (body === 'late') return tooSlow();
  admission.shed[missing] += 1;
  return shed(missing);
}

/** A client that leaves meanwhile has had its last answer; its bytes are held until they are back. */
function readLarge(
  phase: Authenticated,
  body: Buffer,
  { share, flow }: { share: BodyShare; flow: Flow<Read> },
): void {
  const { exchange } = phase;
  share.retain();
  const done = (result: ProtocolRequest | BadRequest | undefined): void => {
    share.release();
    if (exchange.isGone) return;
    if (result) understand(phase, result, flow);
    else flow.refuse(internalError());
  };
  const { protocol, address } = exchange;
  protocol.readLarge(body as Buffer<ArrayBuffer>, done, address, typeOf(exchange));
}

const typeOf = ({ request }: Exchange): string | undefined => {
  const type = request.headers['content-type'];
  return typeof type === 'string' ? type : undefined;
};

function understand(
  phase: Authenticated,
  input: ProtocolRequest | BadRequest,
  flow: Flow<Read>,
): void {
  const { headers } = phase.exchange.request;
  const encoding = headers['content-encoding'] ?? 'identity';
  const headerMetadata = metadataOf(headers);
  if (encoding !== 'identity') {
    flow.refuse(encodedBody(encoding));
  } else if (isBadRequest(input)) {
    flow.refuse(badRequest(input.message, input.param, input.code));
  } else if (!headerMetadata) {
    flow.refuse(badRequest('x-aicp-metadata must be a JSON object.', 'x-aicp-metadata'));
  } else if (!TRUE_OR_FALSE.test(String(headers[DRY_RUN] ?? 'false'))) {
    flow.refuse(badRequest(`${DRY_RUN} must be true or false.`, DRY_RUN));
  } else {
    flow.pass({ ...phase, phase: 'read', input, headerMetadata });
  }
}

/** A dry run that is asked for in another way would be served, and billed. */
const TRUE_OR_FALSE = /^(?:true|false)$/i;
const NO_METADATA: Readonly<Record<string, unknown>> = {};

/** What `x-aicp-metadata` says; undefined where that is no JSON object. */
export function metadataOf(
  headers: ClientRequest['headers'],
): Readonly<Record<string, unknown>> | undefined {
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
