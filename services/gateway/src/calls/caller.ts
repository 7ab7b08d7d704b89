import type { Use } from '@aicp/contracts/delegation/assertion';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { ClientRequest } from '../client/client.ts';
import { Place } from '../memory/admission.ts';
import { obstacleOf } from '../pipeline/admit.ts';
import { principalOf } from '../pipeline/authenticate.ts';
import { requestIdOf } from '../pipeline/exchange/exchange.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { maintenanceRefusal } from '../pipeline/maintenance.ts';
import { shed, toRefusal, unavailable, type Refusal } from '../pipeline/exchange/refusal.ts';
import { refusalBy } from '../pipeline/limits/limited-request.ts';
import { ASK_AGAIN_MS } from '@aicp/common/counters/tally';
import type { Runtime } from '../routing/runtime.ts';
import { teamIn, tokenIn, type Resource } from '../sign-on/sign-on.ts';
import type { CallResponse } from './told-cost.ts';

/** Who sends a request that is none to a model, and has a place among those that are under way until its answer is over. */
export interface Caller {
  readonly gateway: Gateway;
  readonly principal: Principal;
  /** What is called. */
  readonly use: Use;
  /** One snapshot from start to end. */
  readonly runtime: Runtime;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly requestId: string;
  readonly response: CallResponse;
  readonly place: Place;
}

/**
 * Lets a request in whose sender is known and has room for it, before its body is read; or says why not, and takes nothing. `use`: what the
 * credential of a step of an execution has to be for.
 */
export function letIn(gateway: Gateway, wire: Wire, use: Use): Caller | Refusal {
  const arrival = arrive(gateway, wire, use);
  return 'status' in arrival ? arrival : enter(arrival, holderOf(arrival));
}

/** The same for what people may ask for with tokens of their organization's provider as well. */
export async function letInPeople(
  gateway: Gateway,
  wire: Wire,
  { use, resource }: { readonly use: Use; readonly resource: Resource },
): Promise<Caller | Refusal> {
  const arrival = arrive(gateway, wire, use);
  if ('status' in arrival) return arrival;
  const token = tokenIn(wire.request);
  if (token === undefined || !gateway.signOn) return enter(arrival, holderOf(arrival));
  const leaving = new AbortController();
  wire.response.once('close', () => {
    leaving.abort();
  });
  const { runtime } = arrival;
  const team = teamIn(wire.request);
  const found = await gateway.signOn.principalOf(token, { runtime, resource, team });
  // Nobody is there to give a place to.
  if (leaving.signal.aborted) return shed('requests');
  return enter(arrival, 'status' in found ? toRefusal(found) : found);
}

/** A request and its answer. */
interface Wire {
  readonly request: ClientRequest;
  readonly response: CallResponse;
}

/** A request that counts among those under way, whoever sends it. */
interface Arrival extends Wire, Pick<Caller, 'gateway' | 'runtime' | 'at' | 'use'> {}

function arrive(gateway: Gateway, wire: Wire, use: Use): Arrival | Refusal {
  const runtime = gateway.runtime();
  if (!runtime) return notReady();
  const reason = gateway.admission.admit(wire.request, wire.response);
  if (reason !== undefined) return shed(reason);
  return { ...wire, gateway, runtime, at: gateway.clock.now(), use };
}

const holderOf = ({ request, runtime, at, gateway, use }: Arrival): Principal | Refusal =>
  principalOf(request, runtime, at, { delegations: gateway.delegations, use });

/** Gives it its place, where its sender is known and has room for it. */
function enter(arrival: Arrival, principal: Principal | Refusal): Caller | Refusal {
  if ('status' in principal) return principal;
  const { gateway, request, response, runtime, at, use } = arrival;
  const closed = maintenanceRefusal(runtime);
  if (closed) return closed;
  const obstacle = obstacleOf(request, principal, { gateway, runtime });
  if (typeof obstacle === 'string') {
    gateway.admission.shed[obstacle] += 1;
    return shed(obstacle);
  }
  if (obstacle) return refusalBy(obstacle, ASK_AGAIN_MS);
  const place = new Place(gateway.holders.of(principal));
  response.once('close', () => {
    place.leave();
  });
  const requestId = requestIdOf(request) ?? uuidV7(at);
  return { gateway, principal, use, runtime, at, requestId, response, place };
}

const notReady = (): Refusal =>
  unavailable('not_ready', 'The gateway has no configuration yet. Try again in a moment.', 1);
