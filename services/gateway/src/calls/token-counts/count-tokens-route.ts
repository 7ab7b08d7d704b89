import type { RequestHandler } from 'express';
import { mayUse } from '@aicp/contracts/routing/catalog/entitlement';
import { modelNotFound } from '@aicp/contracts/routing/refusal';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import type { CallRoutes } from '../call-routes.ts';
import { callTarget } from '../call-target.ts';
import { Call } from '../call.ts';
import {
  askedRoute,
  guarded,
  onlyMethods,
  refuse,
  tell,
  withBody,
  type Asked,
} from '../asked/asked.ts';
import type { Caller } from '../caller.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import { badRequest, toRefusal, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { isBadRequest } from '../../protocols/protocol.ts';
import { COUNTINGS, type Countable, type Counting } from './countings.ts';

/** Bytes of a body: what is larger would keep others waiting. */
const BODY_LIMIT = 4 * 1_048_576;

/** What records and limits know it as. It costs nothing. */
const TARGET = callTarget({ server: 'gateway', name: 'count_tokens', organization: undefined });

/** How many tokens a request is likely to have, in the APIs that clients ask in. */
export const countTokensRoutes: CallRoutes = (app, gateway) => {
  for (const counting of COUNTINGS) {
    const paths = [...counting.paths];
    app.post(paths, countTokensRoute(gateway, counting));
    app.all(paths, onlyMethods('POST', counting));
  }
};

const countTokensRoute = (gateway: Gateway, counting: Counting): RequestHandler =>
  askedRoute(
    gateway,
    (asked, next) => {
      withBody(asked, { bytes: BODY_LIMIT }, (body) => {
        guarded(asked, () => answer(asked, counting, body), next);
      });
    },
    counting,
  );

async function answer(asked: Asked, counting: Counting, body: Buffer): Promise<void> {
  const { caller, request } = asked;
  const read = counting.read(body, request.path);
  const counted = isBadRequest(read)
    ? badRequest(read.message, read.param, read.code)
    : estimated(caller, read);
  if (typeof counted !== 'number') {
    refuse(asked, counted);
    return;
  }
  const call = await Call.begin(caller, TARGET);
  if (!(call instanceof Call)) {
    refuse(asked, call);
    return;
  }
  call.end({ completion: 'complete', status: 200 });
  tell(asked, counting.told(counted), call.headers);
}

/** By what the model taught the gateway of its tokens; a model that the key may not use is not there. */
function estimated(
  { gateway, runtime, principal, at }: Caller,
  { model: name, promptCharacters }: Countable,
): number | Refusal {
  if (name === undefined) return badRequest('Name a model.', 'model');
  const entitlement = entitlementOf(principal, runtime, at);
  const found = runtime.catalog.find(name, entitlement);
  if (!found || !mayUse(found, entitlement)) return toRefusal(modelNotFound(name));
  const { organization } = principal;
  const model = found.kind === 'model' ? found.name : name;
  return Math.max(1, gateway.estimator.tokensOf({ model, organization }, promptCharacters));
}
