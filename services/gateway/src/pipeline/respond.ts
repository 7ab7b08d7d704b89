import type { ClientResponse } from '../client/client.ts';
import { NO_SECRETS, type SecretGuard } from '../providers/upstream/secret-guard.ts';
import { formatUsd } from '../usage/format-usd.ts';
import type { Ending, Arrived, Delivery, Served } from './exchange/phases.ts';
import { brokenOff, type Refusal } from './exchange/refusal.ts';
import {
  addAnswerHeaders,
  addRefusalHeaders,
  COST_HEADER,
  streamHeaders,
  typeHeaders,
} from './exchange/response-headers.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Stage } from './exchange/stage.ts';
import { withOurIds } from './held/told-error.ts';

/** Stage: sends what is left to send: a whole answer, the end of a stream with its cost, or an error. */
export const respond: Stage<'served', 'served'> = {
  name: 'respond',
  from: 'served',
  to: 'served',
  hasEffects: true,
  run(phase, flow) {
    if (!phase.exchange.isGone) sendEnding(phase);
    flow.pass(phase);
  },
};

function sendEnding(served: Served): void {
  const { ending, exchange } = served;
  switch (ending.kind) {
    case 'document':
      sendDocument(served, ending);
      break;
    case 'replayed':
      sendAgain(served, ending);
      break;
    case 'rejected':
      sendRejection(served, ending);
      break;
    case 'streamed':
      endStream(served, ending.held);
      break;
    case 'relayed':
      addCost(served);
      exchange.response.end();
      break;
    case 'cut':
      // Only a connection that breaks tells a client that JSON is not whole.
      exchange.response.destroy();
      break;
    case 'broken':
      breakStream(served, ending);
      break;
    case 'withheld':
      withhold(served, ending);
      break;
    case 'failed':
      sendFailure(served, ending);
      break;
    default:
      // Whoever left gets nothing.
      break;
  }
}

/** Answers a request that is refused before it was sent to a provider. */
export function refuse(phase: Arrived, refusal: Refusal): void {
  const { exchange } = phase;
  const headers = [...refusal.headers];
  addRefusalHeaders(headers, phase, refusal);
  const error = whole(exchange, errorOf(exchange, refusal));
  sendJson(exchange.response, refusal.status, error, headers);
}

/** Sends a JSON body whole. `more` is a flat list of headers. */
export function sendJson(
  response: ClientResponse,
  status: number,
  body: Buffer,
  more: readonly string[],
): void {
  const headers = ['content-type', 'application/json', 'content-length', String(body.length)];
  headers.push(...more);
  send(response, status, headers, body);
}

/** A body of this size and less goes out in one piece with its head. */
const SMALL_BYTES = 16_384;

/**
 * Bytes as Latin-1 text are the same bytes. Node joins a text to the head, and gives both to the system as one; a buffer beside the
 * head costs more than copying it.
 */
function send(response: ClientResponse, status: number, headers: string[], body: Buffer): void {
  response.writeHead(status, headers);
  if (body.length <= SMALL_BYTES) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}

function sendDocument(
  { exchange, delivery, usage }: Served,
  { body, contentType }: Omit<DocumentEnding, 'kind'>,
): void {
  const told = whole(exchange, body);
  const headers = [...typeHeaders(contentType), 'content-length', String(told.length)];
  addAnswerHeaders(headers, delivery, delivery.answeredAt);
  if (usage.costNanoUsd !== null) headers.push(COST_HEADER, formatUsd(usage.costNanoUsd));
  send(exchange.response, 200, headers, told);
}

/** An answer of the cache, as the client asked for it. */
function sendAgain(
  served: Served,
  { answer, wantsUsage }: Extract<Ending, { kind: 'replayed' }>,
): void {
  const { replay } = served.exchange.protocol;
  const stream = served.input.stream ? replay?.streamOf(answer.document, wantsUsage) : undefined;
  if (stream) endStream(served, stream);
  else sendDocument(served, { body: answer.document });
}

function sendRejection(
  { exchange, delivery }: Served,
  { body, status }: Extract<Ending, { kind: 'rejected' }>,
): void {
  const error = toldError(delivery, body, status);
  const headers: string[] = [];
  addAnswerHeaders(headers, delivery, delivery.answeredAt);
  sendJson(exchange.response, status, whole(exchange, error), headers);
}

/** Nobody answered, or none to the end; what came of an answer costs. */
function sendFailure(
  served: Served,
  { refusal, part, isLimited }: Extract<Ending, { kind: 'failed' }>,
): void {
  if (isLimited) refuse(served, refusal);
  else sendError(served, refusal, part !== undefined);
}

function sendError(served: Served, refusal: Refusal, costs: boolean): void {
  const { delivery, usage } = served;
  const headers = [...refusal.headers];
  addAnswerHeaders(headers, delivery, delivery.answeredAt);
  if (costs && usage.costNanoUsd !== null) headers.push(COST_HEADER, formatUsd(usage.costNanoUsd));
  const { exchange } = served;
  const error = whole(exchange, errorOf(exchange, refusal));
  sendJson(exchange.response, refusal.status, error, headers);
}

type DocumentEnding = Extract<Ending, { kind: 'document' }>;

/** An error of a provider as its client is told it. */
function toldError(delivery: Delivery, error: Buffer, status: number): Buffer {
  const { exchange, bound } = delivery.routed;
  const told = exchange.protocol.providerError(error, status, errorGuardOf(delivery));
  return withOurIds(told, bound?.upstreamIds);
}

const errorGuardOf = ({ serving }: Delivery): SecretGuard =>
  serving?.target.client.errorGuard ?? NO_SECRETS;

/** The end of a stream, or all of one of which the client has nothing yet. */
function endStream(served: Served, held?: Buffer): void {
  const { exchange, usage, delivery } = served;
  if (held) {
    exchange.response.writeHead(200, streamHeaders(delivery, delivery.answeredAt));
    exchange.response.write(exchange.streamForm?.events(held) ?? held);
    exchange.copy?.push(held);
  }
  addCost(served);
  const { streamForm, response, protocol } = exchange;
  if (streamForm) response.end(streamForm.end());
  else if (usage.costNanoUsd === null || protocol.readsNoComments) response.end();
  else response.end(`: ${COST_HEADER} ${formatUsd(usage.costNanoUsd)}\n\n`);
}

/** What an answer costs, after it. */
function addCost({ exchange, usage }: Served): void {
  if (usage.costNanoUsd === null) return;
  exchange.response.addTrailers({ [COST_HEADER]: formatUsd(usage.costNanoUsd) });
}

/**
 * An error as the last event, in the provider's words where it sent one, and then the proper end of the answer: a client that saw the
 * connection drop would report a second error. There is no `[DONE]`.
 */
function breakStream(served: Served, { stream }: Extract<Ending, { kind: 'broken' }>): void {
  const { exchange, delivery, requestedName } = served;
  const { protocol } = exchange;
  const error = stream.errorFrame
    ? toldError(delivery, stream.errorFrame, 502)
    : protocol.errorBody(brokenOff(requestedName), exchange.requestId);
  if (exchange.response.headersSent) {
    endWithError(served, error);
    return;
  }
  // It was held for judges, and nothing of it has gone on.
  const headers: string[] = [];
  addAnswerHeaders(headers, delivery, delivery.answeredAt);
  sendJson(exchange.response, 502, whole(exchange, error), headers);
}

/** Where the client has had some of a stream, that is the client's, and why no more comes is the last event. */
function withhold(served: Served, { refusal }: Extract<Ending, { kind: 'withheld' }>): void {
  if (!served.exchange.response.headersSent) sendError(served, refusal, true);
  else endWithError(served, errorOf(served.exchange, refusal));
}

const errorOf = ({ protocol, requestId }: Exchange, refusal: Refusal): Buffer =>
  protocol.errorBody(refusal, requestId);

/** A body that is all of the answer, as its client reads one. */
const whole = ({ streamForm }: Exchange, body: Buffer): Buffer => streamForm?.whole(body) ?? body;

function endWithError(served: Served, error: Buffer): void {
  const { response, protocol, streamForm } = served.exchange;
  addCost(served);
  const event = protocol.errorEvent(error);
  if (!streamForm) response.end(event);
  else response.end(Buffer.concat([streamForm.events(Buffer.from(event)), streamForm.end()]));
}
