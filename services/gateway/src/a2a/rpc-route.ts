import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Call } from '../calls/call.ts';
import type { Caller } from '../calls/caller.ts';
import { CallGuards } from '../calls/guarding/call-guards.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import { BodyShare } from '../memory/request-memory.ts';
import { expectRest } from '../pipeline/answer/client-writer.ts';
import type { Collected } from '../pipeline/collect-body.ts';
import { collectLate, discardLate } from '../pipeline/collect-late.ts';
import { overloaded, tooLarge, tooSlow, type Refusal } from '../pipeline/exchange/refusal.ts';
import { admit, type AgentNeeds, type AgentRequest } from './asking/admit.ts';
import { targetOf } from './asking/target-of.ts';
import { AgentAnswer } from './answer/agent-answer.ts';
import { sendRpc } from './answer/send-rpc.ts';
import { ScopedIds } from './ids/scoped-ids.ts';
import { mismatch, readCall, type Fields, type RpcCall } from './rpc/read-call.ts';
import {
  agentFailed,
  errorResponse,
  notSpoken,
  stoppedBy,
  type RpcError,
} from './rpc/rpc-error.ts';

/** Bytes of a body, with files in it. */
const BODY_LIMIT = 8 * 1_048_576;

/** `POST /a2a/{agent}`: JSON-RPC, passed on to the agent. */
export const rpcRoute =
  (needs: AgentNeeds): RequestHandler =>
  (request, response, next) => {
    take(needs, { request, response }, next).catch(next);
  };

/** Reads a call of somebody who is let in, and has it answered. */
async function take(
  needs: AgentNeeds,
  { request, response }: { readonly request: Request; readonly response: Response },
  next: NextFunction,
): Promise<void> {
  const { gateway } = needs;
  const found = await admit(needs, { request, response });
  if ('status' in found) {
    discardLate(request);
    sendRefusal(request, response, found);
    expectRest(response, gateway.clientStallMs);
    return;
  }
  const { memory, holders, bodyDeadlineMs: deadlineMs, clock } = gateway;
  const share = new BodyShare(memory, holders.of(found.caller.principal));
  response.once('close', () => {
    share.release();
  });
  const options = { limit: BODY_LIMIT, deadlineMs, share, clock };
  collectLate(request, options, (body) => {
    if (typeof body === 'string') sendRefusal(request, response, refusalOf(body));
    else answer(needs, found, body).catch(next);
  });
}

function refusalOf(body: Exclude<Collected, Buffer>): Refusal {
  if (body === 'large') return tooLarge(BODY_LIMIT);
  return body === 'late' ? tooSlow() : overloaded();
}

/** Answers a call, whatever becomes of it. */
async function answer(needs: AgentNeeds, asked: AgentRequest, body: Buffer): Promise<void> {
  const { request, response, caller, agent } = asked;
  const read = readCall(body);
  if ('error' in read) {
    sendRpc(asked, 200, errorResponse(read.id, read.error));
    return;
  }
  const ids = new ScopedIds(needs.seal, scopeOf(caller, agent.uid));
  const params = paramsOf(read, asked, ids);
  if (isError(params)) {
    sendRpc(asked, 200, errorResponse(read.id, params, read.method.version));
    return;
  }
  const error = await unspoken(needs, asked, read);
  if (error) {
    sendRpc(asked, 200, errorResponse(read.id, error, read.method.version));
    return;
  }
  const target = targetOf(agent, read.method.action);
  const guards = CallGuards.of(caller, target);
  const { stop, message } = guards
    ? await guards.sent(params)
    : { stop: undefined, message: params };
  const call = await Call.begin(caller, target, { guards, stop });
  if (call instanceof Call) {
    await new AgentAnswer(needs, asked, { read, params: message, ids, call, guards }).run();
  } else if (stop) {
    const { version } = read.method;
    const told = errorResponse(read.id, stoppedBy(call), version);
    sendRpc(asked, call.status, told, call.headers);
  } else {
    sendRefusal(request, response, call);
  }
}

/** Why the agent is not asked in this version; undefined where it speaks it, or its card is not there. It is no call: clients learn by it which version to speak. */
async function unspoken(
  { cards, gateway: { clock } }: AgentNeeds,
  { agent, left }: AgentRequest,
  { method: { version } }: RpcCall,
): Promise<RpcError | undefined> {
  const over = new AbortController();
  const nothing = (): undefined => undefined;
  // One that is silent, and a client that has gone, are the call's to tell.
  const late = clock.sleep(agent.timeoutMs, AbortSignal.any([left, over.signal]));
  const card = await Promise.race([cards.of(agent), late.then(nothing, nothing)]);
  over.abort();
  return !card || 'why' in card || card.endpoints[version] ? undefined : notSpoken(version);
}

/** What is sent to the agent, or why nothing is. */
function paramsOf(
  read: RpcCall,
  { request, agent }: AgentRequest,
  ids: ScopedIds,
): Fields | RpcError {
  const header = request.headers['a2a-version'];
  const wrong = mismatch(read, typeof header === 'string' ? header : undefined);
  if (wrong) return wrong;
  if (agent.lacksToken) {
    return agentFailed(
      'The agent cannot be called: the token for it is missing. Ask whoever set it up.',
    );
  }
  return ids.opened(read.method, read.params);
}

const isError = (params: Fields | RpcError): params is RpcError => 'code' in params;

/** Whose tasks and contexts are whose: an organization shares them, and a key of none has its own. Organizations are told apart by their uid: one that takes the name of another has none of its tasks. */
function scopeOf({ principal, runtime }: Caller, agent: string): string {
  const { organization, organizationUid, uid, key } = principal;
  const known =
    organization === undefined
      ? undefined
      : (organizationUid ?? runtime.people.organization(organization)?.source.uid);
  return JSON.stringify(
    known === undefined ? ['key', uid ?? key, agent] : ['organization', known, agent],
  );
}
