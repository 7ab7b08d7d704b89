import type { WebSocket } from 'ws';
import { AttemptRecord } from '../../health/attempt-record.ts';
import { CandidateOrder, type Choice } from '../../pipeline/dispatch/candidate-order.ts';
import { tellFailure } from '../../pipeline/dispatch/tell-failure.ts';
import { traceOf } from '../../pipeline/exchange/exchange.ts';
import {
  blameOf,
  kindOfStatus,
  refusalOf,
  retryAfterMs,
  type AttemptFailure,
  type Failure,
} from '../../pipeline/exchange/failure.ts';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import { UpstreamError } from '../../providers/upstream/provider-client.ts';
import { SessionRefused } from '../../providers/websocket/open-websocket.ts';
import { memberOf, readObject, textOf } from '../events/event-members.ts';
import { betaHeaderOf } from '../api/session-request.ts';

/** A session at a provider. */
export interface Opened {
  readonly choice: Choice;
  /** Paused. */
  readonly socket: WebSocket;
}

/** Opens a session at the first candidate that takes one; or says why none does. */
export async function askProviders(phase: Routed, signal: AbortSignal): Promise<Opened | Refusal> {
  const { exchange, candidates, requestedName } = phase;
  let last: Failure | undefined;
  const order = new CandidateOrder({
    models: candidates,
    random: exchange.gateway.random,
    onPassedOver: (model, why) => {
      if (why.kind === 'open') model.health.letAlone();
      last ??= why.kind === 'full' ? why : undefined;
      tellFailure(exchange, model, why);
    },
  });
  for (let choice = order.next(); choice && !signal.aborted; choice = order.next()) {
    const made = await tried(phase, choice, signal);
    if (!('kind' in made)) return made;
    last = made;
    tellFailure(exchange, choice.model, made);
    if (blameOf(made.kind) === 'credential') order.credentialFailed(choice);
    else order.providerFailed(choice);
  }
  return refusalOf(last, requestedName);
}

const NO_SESSIONS: AttemptFailure = {
  kind: 'unexpected',
  detail: 'its provider has no realtime sessions',
};

/** A session, a refusal in the provider's words, or why another is asked. */
async function tried(
  phase: Routed,
  choice: Choice,
  signal: AbortSignal,
): Promise<Opened | Refusal | AttemptFailure> {
  const { exchange } = phase;
  const { model, target } = choice;
  const { openSession } = target.client;
  if (!openSession) return NO_SESSIONS;
  const { gateway, request, requestId } = exchange;
  const health = { target: target.health, model: model.health };
  const record = new AttemptRecord({ clock: gateway.clock, ...health });
  try {
    const socket = await openSession({
      ...{ model: model.upstreamModel, requestId, signal, clock: gateway.clock },
      passed: betaHeaderOf(request.headers),
      trace: headersOf(traceOf(request)),
      connectTimeoutMs: model.timeLimits.connectMs,
    });
    record.refused();
    return { choice, socket };
  } catch (error) {
    const failure = signal.aborted ? undefined : failureOf(error, gateway.clock.now());
    if (failure) record.failed(failure.kind, blameOf(failure.kind), failure.retryAfterMs);
    else record.dropped();
    if (failure) return failure;
    if (error instanceof SessionRefused) return inItsWords(error, choice);
    return { kind: 'connection', detail: 'its client left' };
  }
}

/** Undefined: it is the client's own fault. */
function failureOf(error: unknown, now: number): AttemptFailure | undefined {
  if (error instanceof UpstreamError) return { kind: error.kind, detail: error.message };
  if (!(error instanceof SessionRefused)) throw error;
  const kind = kindOfStatus(error.status);
  if (kind === 'rejected') return undefined;
  return {
    kind: kind === 'answer' ? 'unexpected' : kind,
    detail: error.message,
    retryAfterMs: retryAfterMs(error.headers, now),
  };
}

/** The provider's refusal of the request itself, without its credentials. */
function inItsWords({ body, status }: SessionRefused, { target }: Choice): Refusal {
  const text = target.client.errorGuard.clean(body).toString();
  const error = memberOf(readObject(text), 'error');
  return {
    ...{ status, headers: [], param: textOf(error, 'param') ?? null },
    type: textOf(error, 'type') ?? 'invalid_request_error',
    code: textOf(error, 'code') ?? null,
    message: textOf(error, 'message') ?? `The provider refused the session with ${status}.`,
  };
}

const headersOf = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
