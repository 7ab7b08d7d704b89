import type { RequestHandler } from 'express';
import {
  askedRoute,
  guarded,
  onlyMethods,
  refuse,
  tell,
  withBody,
  type Asked,
} from '../../calls/asked/asked.ts';
import type { CallRoutes } from '../../calls/call-routes.ts';
import { callTarget } from '../../calls/call-target.ts';
import { Call } from '../../calls/call.ts';
import type { Caller } from '../../calls/caller.ts';
import { both } from '../../http/app.ts';
import { toldOfCaller } from '../judges/told-of-caller.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import {
  guardrailUnavailable,
  noGuardrailApplies,
  noModerationModel,
  tooLarge,
  type Refusal,
} from '../../pipeline/exchange/refusal.ts';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { Exchange } from '../../pipeline/exchange/exchange.ts';
import { run } from '../../pipeline/index.ts';
import {
  isBadRequest,
  type BadRequest,
  type Protocol,
  type ProtocolRequest,
} from '../../protocols/protocol.ts';
import { ReplayedRequest } from './replayed-request.ts';
import { MODEL, moderate } from './moderate.ts';
import { moderationResult } from './moderation-result.ts';
import { readModeration, type ModerationRequest } from './read-moderation.ts';

/** Bytes of a body that guardrails answer; and of one for a model, which may hold pictures. */
const BODY_LIMIT = 262_144;
const MODEL_BODY_LIMIT = 8 * 1_048_576;

/** What records and limits know it as. It costs nothing. */
const TARGET = callTarget({ server: 'guardrails', name: 'moderations', organization: undefined });

/**
 * `POST /v1/moderations`. One that names a model goes to that model, as a request of `protocol`. One without is answered by the guardrails that act on whoever
 * asks: what they find in the texts.
 */
export const moderationsRoutes =
  (protocol: Protocol): CallRoutes =>
  (app, gateway) => {
    app.post(both('/moderations'), moderationsRoute(gateway, protocol));
    app.all(both('/moderations'), onlyMethods('POST'));
  };

const moderationsRoute = (gateway: Gateway, protocol: Protocol): RequestHandler =>
  askedRoute(gateway, (asked, next) => {
    const { caller, request, response } = asked;
    withBody(asked, { bytes: MODEL_BODY_LIMIT }, (body, share) => {
      if (isForModel(caller, protocol.read(body))) {
        share.release();
        caller.place.leave();
        const replayed = new ReplayedRequest(request, body);
        const { runtime } = caller;
        run(
          new Exchange({
            gateway,
            protocol,
            runtime,
            request: replayed,
            response,
            address: undefined,
          }),
        );
      } else if (body.length > BODY_LIMIT) refuse(asked, tooLarge(BODY_LIMIT));
      else guarded(asked, () => answer(asked, body), next);
    });
  });

/** Whether it names a model that its sender can see. */
function isForModel(
  { principal, runtime, at }: Caller,
  read: ProtocolRequest | BadRequest,
): boolean {
  if (isBadRequest(read) || read.model === undefined || read.model === MODEL) return false;
  return runtime.catalog.find(read.model, entitlementOf(principal, runtime, at)) !== undefined;
}

async function answer(asked: Asked, body: Buffer): Promise<void> {
  const { caller } = asked;
  const read = readModeration(body);
  if ('status' in read) {
    refuse(asked, read);
    return;
  }
  const call = await Call.begin(caller, TARGET);
  if (!(call instanceof Call)) {
    refuse(asked, call);
    return;
  }
  const said = await moderated(caller, read);
  const status = 'status' in said ? said.status : 200;
  call.end({ completion: status === 200 ? 'complete' : 'refused', status });
  if ('status' in said) refuse(asked, said);
  else tell(asked, { id: `modr-${call.id}`, model: MODEL, results: said.results }, call.headers);
}

/** What there is to tell, or why there is nothing. That nobody looks at texts is no word that they are fine. */
async function moderated(
  { gateway, runtime, principal, response }: Caller,
  { inputs, model }: ModerationRequest,
): Promise<{ readonly results: readonly object[] } | Refusal> {
  if (model !== undefined && model !== MODEL) return noModerationModel(model);
  const guardrails =
    runtime.guardrails
      ?.actingOn({ ...principal, models: [] }, 'input')
      .filter(({ mode }) => mode === 'block') ?? [];
  if (guardrails.length === 0) return noGuardrailApplies();
  const leaving = new AbortController();
  response.once('close', () => {
    leaving.abort();
  });
  const metadata = toldOfCaller(principal);
  const { judges, scanner: thread } = gateway;
  const needs = { guardrails, judges, thread, metadata, signal: leaving.signal };
  const found = await moderate(inputs, needs);
  if ('guardrail' in found) return guardrailUnavailable(found.guardrail, found.fault);
  return { results: found.map(moderationResult) };
}
