import type { ServerResponse } from 'node:http';
import { errorEvent, toOpenAiError } from '../protocols/openai/error-body.ts';
import { formatUsd } from '../usage/cost.ts';
import type { Ending } from './ending.ts';
import type { Exchange } from './exchange.ts';
import { refusalBody, upstreamFailed, type Refusal } from './refusal.ts';
import { COST_HEADER, responseHeaders } from './response-headers.ts';

/** Stage: sends what is left to send: a whole answer, the end of a stream with its cost, or an error. */
export function respond(exchange: Exchange): void {
  const { ending } = exchange;
  if (exchange.isGone) return;
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
  const headers = [...responseHeaders(exchange, exchange.answeredAt), ...refusal.headers];
  sendJson(exchange.response, refusal.status, refusalBody(refusal), headers);
}

/** Sends a JSON body whole. `headers` is a flat list. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: Buffer,
  headers: readonly string[],
): void {
  response.writeHead(status, [
    'content-type',
    'application/json',
    'content-length',
    String(body.length),
    ...headers,
  ]);
  response.end(body);
}

function sendDocument(exchange: Exchange, ending: Extract<Ending, { kind: 'document' }>): void {
  const { response, use } = exchange;
  const { status, contentType, encoding, body } = ending;
  const headers = [
    'content-type',
    contentType,
    'content-length',
    String(body.length),
    ...responseHeaders(exchange, exchange.answeredAt),
  ];
  if (encoding !== undefined) headers.push('content-encoding', encoding);
  if (use.costNanoUsd !== null) headers.push(COST_HEADER, formatUsd(use.costNanoUsd));
  response.writeHead(status, headers);
  response.end(body);
}

function sendRejection(exchange: Exchange, ending: Extract<Ending, { kind: 'rejected' }>): void {
  const { response, served, answeredAt } = exchange;
  const body = toOpenAiError(ending.body, ending.status, served?.provider.client.secret);
  sendJson(response, ending.status, body, responseHeaders(exchange, answeredAt));
}

function endStream({ response, use }: Exchange): void {
  if (use.costNanoUsd === null) {
    response.end();
    return;
  }
  const cost = formatUsd(use.costNanoUsd);
  response.addTrailers({ [COST_HEADER]: cost });
  response.end(`: ${COST_HEADER} ${cost}\n\n`);
}

/** An error as the last event, and then an end that no client can take for a good one. */
function breakStream(exchange: Exchange, ending: Extract<Ending, { kind: 'broken' }>): void {
  const { response, askedName } = exchange;
  const { socket } = response;
  const hang = () => {
    socket?.destroySoon();
  };
  const { stream } = ending;
  const before = stream.isWithinEvent ? '\n\n' : '';
  if (stream.failed) hang();
  else response.write(before + errorEvent(upstreamFailed(askedName ?? '')), hang);
}
