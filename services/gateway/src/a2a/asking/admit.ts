import type { CallableAgent } from '@aicp/contracts/agents/agent-book';
import type { Request } from 'express';
import { letInPeople, type Caller } from '../../calls/caller.ts';
import type { CallResponse } from '../../calls/told-cost.ts';
import type { ClientRequest } from '../../client/client.ts';
import { challenged } from '../../http/resource-metadata.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import { agentNotFound, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { askedOf } from './asked-of.ts';
import type { WorkflowEngine } from '../engine/workflow-engine.ts';
import type { IdSeal } from '../ids/id-seal.ts';
import type { CardStore, GuardOf } from '../upstream/card-store.ts';

/** What the routes of agents share. */
export interface AgentNeeds {
  readonly gateway: Gateway;
  readonly cards: CardStore;
  readonly guardOf: GuardOf;
  /** Undefined: no workflow is an agent here. */
  readonly engine: WorkflowEngine | undefined;
  readonly seal: IdSeal;
}

/** A request and its answer. */
export interface Wire {
  readonly request: ClientRequest;
  readonly response: CallResponse;
}

/** A request to an agent, by somebody who may use it. */
export interface AgentRequest extends Wire {
  /** Aborts when the client is gone, or has its answer. */
  readonly left: AbortSignal;
  readonly caller: Caller;
  readonly agent: CallableAgent;
}

/** Who asks, and for which agent; or why not. An agent that they may not use is one that does not exist. */
export async function admit(
  { gateway, engine }: Pick<AgentNeeds, 'gateway' | 'engine'>,
  wire: Wire & { readonly request: Request },
): Promise<AgentRequest | Refusal> {
  const { agent: id = '', organization, path, audiences: paths } = askedOf(wire.request);
  const resource = { organization, paths };
  const caller = await letInPeople(gateway, wire, { use: 'agent', resource });
  if ('status' in caller) return challenged(caller, gateway, { asked: wire.request, path });
  const isOther = organization !== undefined && organization !== caller.principal.organization;
  const agent = isOther ? undefined : caller.runtime.agents.find(id, caller.principal);
  const isThere = agent && (engine || !agent.workflow);
  return isThere ? { ...wire, left: leftBy(wire), caller, agent } : agentNotFound(id);
}

function leftBy({ response }: Wire): AbortSignal {
  const leaving = new AbortController();
  response.once('close', () => {
    leaving.abort();
  });
  return leaving.signal;
}
