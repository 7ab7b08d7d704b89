import type { RequestHandler } from 'express';
import type { CallRoutes } from '../call-routes.ts';
import { callTarget, type CallTarget } from '../call-target.ts';
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
import type { InnerAnswer } from '../../client/inner-response.ts';
import { requestIdHeader } from '../../http/send-refusal.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import { badRequest } from '../../pipeline/exchange/refusal.ts';
import { droppedHeaders } from '../../pipeline/exchange/response-headers.ts';
import { sendJson } from '../../pipeline/respond.ts';
import { isBadRequest } from '../../protocols/protocol.ts';
import type { RuntimeModel, RuntimeProvider } from '../../routing/runtime.ts';
import { askCounter, counterFor, type Counter, type CounterAnswer } from './ask-counter.ts';
import { countingsOf, type CountedProtocols, type Counting } from './countings.ts';
import { passCount } from './pass-count.ts';

/** Bytes of a body: what is larger would keep others waiting. */
const BODY_LIMIT = 4 * 1_048_576;

/** Who counted: the model's vendor, or the gateway by what it knows of the model. */
const SOURCE_HEADER = 'x-aicp-token-count';

/** What records and limits know an estimate as. It costs nothing, and neither does a count of any vendor. */
const ESTIMATE = callTarget({ server: 'gateway', name: 'count_tokens', organization: undefined });

const TARGETS = new WeakMap<RuntimeProvider, CallTarget>();

/** What they know counts of a provider as. */
function countsOf(provider: RuntimeProvider): CallTarget {
  const known = TARGETS.get(provider);
  if (known) return known;
  const { id, organization } = provider;
  const made = callTarget({ server: id, name: 'count_tokens', organization });
  TARGETS.set(provider, made);
  return made;
}

/** How many tokens a request has, in the APIs that clients ask in. */
export const countTokensRoutes =
  (protocols: CountedProtocols): CallRoutes =>
  (app, gateway) => {
    for (const counting of countingsOf(protocols)) {
      const paths = [...counting.paths];
      app.post(paths, countTokensRoute(gateway, counting));
      app.all(paths, onlyMethods('POST', counting.protocol));
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
    counting.protocol,
  );

async function answer(asked: Asked, counting: Counting, body: Buffer): Promise<void> {
  const input = counting.read(body, asked.request.path);
  if (isBadRequest(input)) {
    refuse(asked, badRequest(input.message, input.param, input.code));
    return;
  }
  const passed = await passCount(asked, { protocol: counting.protocol, input });
  if ('status' in passed) relay(asked, passed);
  else await count(asked, counting, passed);
}

/** Answers what the stages answered. */
function relay({ response, left }: Asked, { status, headers, body }: InnerAnswer): void {
  if (left.aborted) return;
  response.writeHead(status, [...headers]);
  response.end(body);
}

/** Who would be asked first. */
function servingOf({ candidates }: Routed): RuntimeModel {
  const [first] = candidates;
  if (!first) throw new Error('a request is routed to nobody');
  return candidates.find(({ provider }) => provider.unusable === undefined) ?? first;
}

async function count(asked: Asked, counting: Counting, routed: Routed): Promise<void> {
  const { caller, left } = asked;
  const { exchange } = routed;
  const model = servingOf(routed);
  const counter = counterFor(model, caller.gateway.random);
  const target = counter ? countsOf(model.provider) : ESTIMATE;
  const call = await Call.begin(caller, target, { guards: exchange.guards });
  if (!(call instanceof Call)) {
    refuse(asked, call);
    return;
  }
  const told = counter && (await askCounter(counter, routed, left));
  if (counter && told?.kind === 'rejected') reject(asked, { counter, told, counting, call });
  else {
    call.end({ completion: 'complete', status: 200 });
    if (told?.kind === 'failed') warn(asked, model, told.detail);
    const { document, headers } = toldOf(asked, counting, { routed, model, told });
    tell(asked, document, [...call.headers, ...headers]);
  }
}

/** The provider's refusal, as the client of a chat is told of it. */
function reject(
  { request, response, left }: Asked,
  {
    counter,
    told: { status, body },
    counting: { protocol },
    call,
  }: {
    readonly counter: Counter;
    readonly told: Extract<CounterAnswer, { readonly kind: 'rejected' }>;
    readonly counting: Counting;
    readonly call: Call;
  },
): void {
  call.end({ completion: 'complete', status });
  if (left.aborted) return;
  const error = protocol.providerError(body, status, counter.target.client.errorGuard);
  sendJson(response, status, error, [...requestIdHeader(request), ...call.headers]);
}

/** An operator is to know why estimates are told in the place of counts. */
function warn({ caller, left }: Asked, { id, provider }: RuntimeModel, detail: string): void {
  if (left.aborted) return;
  const fields = { provider: provider.id, model: id, detail };
  caller.gateway.alarms.warn('tokens_not_counted', provider.id, fields);
}

/** What the client is told: the vendor's count, or else an estimate by what the model taught the gateway of its tokens. */
function toldOf(
  { caller }: Asked,
  counting: Counting,
  {
    routed: { input },
    model,
    told,
  }: {
    readonly routed: Routed;
    readonly model: RuntimeModel;
    readonly told: CounterAnswer | undefined;
  },
): { readonly document: object; readonly headers: readonly string[] } {
  if (told?.kind === 'counted') {
    const headers = [SOURCE_HEADER, 'vendor', ...droppedHeaders(told.dropped)];
    return { document: told.document ?? counting.told(told.tokens), headers };
  }
  const { organization } = caller.principal;
  const asking = { model: model.name, organization };
  const tokens = caller.gateway.estimator.tokensOf(asking, input.promptCharacters);
  return { document: counting.told(Math.max(1, tokens)), headers: [SOURCE_HEADER, 'estimate'] };
}
