import type { ServerResponse } from 'node:http';
import { eventOf, toOpenAiError } from '../protocols/openai/error-body.ts';
import { NO_SECRETS } from '../providers/secret-guard.ts';
import { formatUsd } from '../usage/cost.ts';
import { expectRest } from './answer/client-stall.ts';
import type { Ending } from './ending.ts';
import type { Exchange } from './exchange.ts';
import { brokenOff, refusalBody, type Refusal } from './refusal.ts';
import { addHeaders, COST_HEADER } from './response-headers.ts';

/** Stage: sends what is left to send: a whole answer, the end of a stream with its cost, or an error. */
export function respond(exchange: Exchange): void {
  if (exchange.isGone) return;
  sendEnding(exchange);
  expectRest(exchange.response, exchange.gateway.clientStallMs);
}

function sendEnding(exchange: Exchange): void {
  const { ending, response } = exchange;
  switch (ending.kind) {
    case 'document':
      sendDocument(exchange, ending);
      break;
    case 'rejected':
      sendRejection(exchange, ending);
      break;
    case 'streamed':
      endStream(exchange);
      break;
    case 'relayed':
      addCost(exchange);
      response.end();
      break;
    case 'cut':
      // Only a connection that breaks tells a client that JSON is not whole.
      response.destroy();
      break;
    case 'broken':
      breakStream(exchange, ending);
      break;
    case 'failed':
      refuse(exchange, ending.refusal);
      break;
    case 'gone':
      break;
  }
}

/** Answers a refusal. */
export function refuse(exchange: Exchange, refusal: Refusal): void {
  const headers = [...refusal.headers];
  addHeaders(headers, exchange, exchange.answeredAt);
  sendJson(exchange.response, refusal.status, refusalBody(refusal), headers);
}

/** Sends a JSON body whole. `more` is a flat list of headers. */
export function sendJson(
  response: ServerResponse,
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
function send(response: ServerResponse, status: number, headers: string[], body: Buffer): void {
  response.writeHead(status, headers);
  if (body.length <= SMALL_BYTES) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}

function sendDocument(exchange: Exchange, ending: Extract<Ending, { kind: 'document' }>): void {
  const { response, use, answeredAt } = exchange;
  const { body } = ending;
  const headers = ['content-type', 'application/json', 'content-length', String(body.length)];
  addHeaders(headers, exchange, answeredAt);
  if (use.costNanoUsd !== null) headers.push(COST_HEADER, formatUsd(use.costNanoUsd));
  send(response, 200, headers, body);
}

function sendRejection(exchange: Exchange, ending: Extract<Ending, { kind: 'rejected' }>): void {
  const { response, answeredAt } = exchange;
  const body = toOpenAiError(ending.body, ending.status, errorGuardOf(exchange));
  const headers: string[] = [];
  addHeaders(headers, exchange, answeredAt);
  sendJson(response, ending.status, body, headers);
}

const errorGuardOf = ({ served }: Exchange) => served?.provider.client.errorGuard ?? NO_SECRETS;

function endStream(exchange: Exchange): void {
  const { response, use } = exchange;
  if (use.costNanoUsd === null) {
    response.end();
    return;
  }
  addCost(exchange);
  response.end(`: ${COST_HEADER} ${formatUsd(use.costNanoUsd)}\n\n`);
}

/** What an answer costs, after it. */
function addCost({ response, use }: Exchange): void {
  if (use.costNanoUsd !== null) response.addTrailers({ [COST_HEADER]: formatUsd(use.costNanoUsd) });
}

/**
 * An error as the last event, in the provider's words where it sent one, and then the proper end of the answer: a client that saw the
 * connection drop would report a second error. There is no `[DONE]`.
 */
function breakStream(exchange: Exchange, ending: Extract<Ending, { kind: 'broken' }>): void {
  const { response, askedName } = exchange;
  const { stream } = ending;
  const told = refusalBody(brokenOff(askedName ?? ''));
  const error = stream.errorFrame
    ? toOpenAiError(stream.errorFrame, 502, errorGuardOf(exchange))
    : told;
  addCost(exchange);
  response.end(eventOf(error));
}
