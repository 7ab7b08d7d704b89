import type { RequestHandler } from 'express';
import { everywhere } from '../../http/app.ts';
import { queryOf } from '../../http/query-of.ts';
import { requestIdHeader, sendRefusal } from '../../http/send-refusal.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import { guardrailStopped, notCompacted, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { sendJson } from '../../pipeline/respond.ts';
import type { CallRoutes } from '../call-routes.ts';
import { callTarget } from '../call-target.ts';
import { Call } from '../call.ts';
import { bodilessRoute, onlyMethods, refuse, type Asked } from '../asked/asked.ts';
import type { Caller } from '../caller.ts';
import { CallGuards, type GuardedBytes } from '../guarding/call-guards.ts';
import { askForResponse, noAnswerOf, type AskedOfResponse } from './ask-for-response.ts';
import { locateResponse, type Located } from './locate-response.ts';
import { readItemsQuery, readResponseQuery } from './read-query.ts';
import { withOurFiles } from './item-files.ts';
import { guardedItems, guardedResponse, named, streamedResponse } from './told-response.ts';

/** What records and limits know it as. It costs nothing: its answer was paid for when it was made. */
const TARGET = callTarget({ server: 'gateway', name: 'stored_responses', organization: undefined });

/** What can be asked of a response that its provider keeps. */
interface Asking {
  readonly asked: AskedOfResponse;
  /** What guardrails make of what comes; undefined where they cannot read it. */
  guarded(guards: CallGuards | undefined, body: Buffer): Promise<GuardedBytes | undefined>;
  /** The number of the event behind which a stream begins; absent: the answer is a document. */
  readonly streamAfter?: number | undefined;
}

const paths = (below: string): string[] => everywhere(`/responses/:id${below}`);

/** `GET` and `DELETE /v1/responses/{id}`, its items and its cancellation. */
export const storedResponsesRoutes: CallRoutes = (app, gateway) => {
  const one = paths('');
  app.get(one, route(gateway, retrieval));
  app.delete(
    one,
    route(gateway, () => plain('DELETE', '')),
  );
  app.get(paths('/input_items'), route(gateway, items));
  app.post(
    paths('/cancel'),
    route(gateway, () => plain('POST', '/cancel')),
  );
  app.post(everywhere('/responses/compact'), (request, response) => {
    sendRefusal(request, response, notCompacted());
  });
  app.all(one, onlyMethods('GET, HEAD, DELETE'));
  app.all(paths('/input_items'), onlyMethods('GET, HEAD'));
  app.all(paths('/cancel'), onlyMethods('POST'));
};

const plain = (method: AskedOfResponse['method'], below: string): Asking => ({
  asked: { method, below },
  guarded: guardedResponse,
});

function retrieval(query: URLSearchParams): Asking | Refusal {
  const read = readResponseQuery(query);
  if ('status' in read) return read;
  return { ...plain('GET', read.below), streamAfter: read.streamAfter };
}

function items(query: URLSearchParams): Asking | Refusal {
  const read = readItemsQuery(query);
  if ('status' in read) return read;
  return { asked: { method: 'GET', below: `/input_items${read.below}` }, guarded: guardedItems };
}

const route = (
  gateway: Gateway,
  read: (query: URLSearchParams) => Asking | Refusal,
): RequestHandler =>
  bodilessRoute(gateway, async (asked) => {
    const asking = read(queryOf(asked.request));
    if ('status' in asking) refuse(asked, asking);
    else await answer(asked, asking);
  });

async function answer(asked: Asked, asking: Asking): Promise<void> {
  const { caller, request } = asked;
  const located = locateResponse(caller, String(request.params['id']));
  if ('status' in located) {
    refuse(asked, located);
    return;
  }
  const guards = CallGuards.of(caller, TARGET, located.models);
  const call = await Call.begin(caller, TARGET, { guards });
  if (!(call instanceof Call)) {
    refuse(asked, call);
    return;
  }
  try {
    const reply = await replyTo(caller, { located, guards, asking });
    const { withheld, refusal } = reply;
    const status = refusal?.status ?? reply.status;
    call.end({ completion: reply.completion, status, ...(withheld ? { withheld } : {}) });
    if (refusal) refuse(asked, refusal);
    else send(asked, { ...reply, headers: call.headers });
  } catch (error) {
    call.end({ completion: 'provider_failed', status: 500 });
    throw error;
  }
}

/** What the client gets. */
interface Reply {
  readonly completion: 'complete' | 'provider_failed';
  readonly status: number;
  readonly body: Buffer;
  readonly isStream: boolean;
  /** In the place of the body. */
  readonly refusal?: Refusal;
  /** Why a guardrail kept it back, where one did. */
  readonly withheld?: Refusal;
}

const REFUSED = { status: 0, body: Buffer.alloc(0), isStream: false };

async function replyTo(
  caller: Caller,
  { located, guards, asking }: { located: Located; guards: CallGuards | undefined; asking: Asking },
): Promise<Reply> {
  const { backgrounds } = caller.gateway;
  if (asking.asked.method === 'DELETE') await backgrounds.endBefore(located.held);
  const came = await askForResponse(caller, located, asking.asked);
  if (came.kind === 'document') backgrounds.seen(located.held, came.body);
  if (came.kind === 'failed')
    return { ...REFUSED, completion: 'provider_failed', refusal: came.refusal };
  if (came.kind === 'missing') return { ...REFUSED, completion: 'complete', refusal: came.refusal };
  const { status } = came;
  if (came.kind === 'rejected')
    return { completion: 'complete', status, body: came.body, isStream: false };
  const looked = await asking.guarded(guards, named(caller, located, came.body));
  if (!looked) return { ...REFUSED, completion: 'provider_failed', refusal: noAnswerOf(located) };
  const { stop, bytes } = looked;
  if (stop) {
    const refusal = guardrailStopped('answer', stop);
    return { ...REFUSED, completion: 'complete', refusal, withheld: refusal };
  }
  const told = withOurFiles(caller, located, bytes);
  const { streamAfter } = asking;
  if (streamAfter === undefined)
    return { completion: 'complete', status, body: told, isStream: false };
  const body = streamedResponse(told, streamAfter);
  if ('status' in body) return { ...REFUSED, completion: 'complete', refusal: body };
  return { completion: 'complete', status, body, isStream: true };
}

function send(
  { request, response }: Pick<Asked, 'request' | 'response'>,
  { status, body, isStream, headers }: Reply & { readonly headers: readonly string[] },
): void {
  const more = [...requestIdHeader(request), ...headers];
  if (!isStream) {
    sendJson(response, status, body, more);
    return;
  }
  response.writeHead(status, ['content-type', 'text/event-stream', ...more]);
  response.end(body);
}
