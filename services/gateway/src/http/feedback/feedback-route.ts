import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { ClientRequest, ClientResponse } from '../../client/client.ts';
import { BodyShare } from '../../memory/request-memory.ts';
import { expectRest } from '../../pipeline/answer/client-writer.ts';
import { principalOf } from '../../pipeline/authenticate.ts';
import {
  collectable,
  collectBody,
  discardBody,
  type Collected,
} from '../../pipeline/collect-body.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import {
  overloaded,
  shed,
  tooLarge,
  tooMany,
  tooSlow,
  unavailable,
  type Refusal,
} from '../../pipeline/exchange/refusal.ts';
import { sendJson } from '../../pipeline/respond.ts';
import { notReady, requestIdHeader, sendRefusal } from '../send-refusal.ts';
import { FeedbackRate } from './feedback-rate.ts';
import { readFeedback, type Feedback } from './read-feedback.ts';

/** Bytes of a body, with a comment of some length. */
const BODY_LIMIT = 16_384;
const RETRY_AFTER_SECONDS = 5;

/**
 * `POST /v1/feedback`: what the holder of a key thinks of the answer to one of its requests. It is on this machine's disk when it is answered with 202. Whether there is such a request is
 * found out later, in the ledger, and told to nobody.
 */
export function feedbackRoute(
  gateway: Gateway,
): (request: ClientRequest, response: ClientResponse) => void {
  const rate = new FeedbackRate(gateway.clock);
  return (request, response) => {
    const principal = letIn(request, response, { gateway, rate });
    if (!principal) return;
    const { memory, holders, bodyDeadlineMs, clock } = gateway;
    const share = new BodyShare(memory, holders.of(principal));
    response.once('close', () => {
      share.release();
    });
    const options = { limit: BODY_LIMIT, deadlineMs: bodyDeadlineMs, share, clock };
    collectBody(collectable(request), options, (body) => {
      const read = typeof body === 'string' ? refusalOf(body) : readFeedback(body);
      const refusal = 'status' in read ? read : keep(gateway, principal, read);
      if (refusal) sendRefusal(request, response, refusal);
      else accept(request, response, read as Feedback);
    });
    expectRest(response, gateway.clientStallMs);
  };
}

/** Who sends it; undefined where it was turned away. */
function letIn(
  request: ClientRequest,
  response: ClientResponse,
  { gateway, rate }: { readonly gateway: Gateway; readonly rate: FeedbackRate },
): Principal | undefined {
  const runtime = gateway.runtime();
  const reason = gateway.admission.admit(request, response);
  const admitted = reason === undefined ? runtime : undefined;
  if (!admitted) {
    discardBody(collectable(request));
    if (reason === undefined) notReady(request, response);
    else sendRefusal(request, response, shed(reason));
    return undefined;
  }
  const principal = principalOf(request, admitted, gateway.clock.now());
  const refusal = 'status' in principal ? principal : tooManyOf(principal, rate);
  if (!refusal) return principal as Principal;
  discardBody(collectable(request));
  sendRefusal(request, response, refusal);
  return undefined;
}

function tooManyOf({ key }: Principal, rate: FeedbackRate): Refusal | undefined {
  const waitSeconds = rate.take(key);
  if (waitSeconds === undefined) return undefined;
  return tooMany('This key sends more feedback than one may in a minute.', waitSeconds);
}

function refusalOf(body: Exclude<Collected, Buffer>): Refusal {
  if (body === 'large') return tooLarge(BODY_LIMIT);
  return body === 'late' ? tooSlow() : overloaded();
}

/** A refusal where the disk does not take it. */
function keep(
  { feedback, clock }: Gateway,
  { key, organization }: Principal,
  { requestId, score }: Feedback,
): Refusal | undefined {
  const at = new Date(clock.now()).toISOString();
  const whose = { key, organization: organization ?? null };
  if (feedback.add({ request_id: requestId, ...whose, at, score })) return undefined;
  return unavailable('journal_unavailable', NOT_KEPT, RETRY_AFTER_SECONDS);
}

const NOT_KEPT =
  'Feedback cannot be recorded for now. Try again later, or ask whoever runs this gateway to look at its disk.';

function accept(
  request: ClientRequest,
  response: ClientResponse,
  { requestId, score }: Feedback,
): void {
  const body = { object: 'feedback', request_id: requestId, score };
  sendJson(response, 202, Buffer.from(JSON.stringify(body)), requestIdHeader(request));
}
