import type { CallableAgent } from '@aicp/contracts/agents/agent-book';
import { callTarget, type CallTarget } from '../../calls/call-target.ts';
import type { Action } from '@aicp/contracts/agents/methods';

interface Targets {
  readonly message: CallTarget;
  /** What is asked of tasks that there are costs nothing. */
  readonly task: CallTarget;
}

/** Made once for each agent of a snapshot. */
const TARGETS = new WeakMap<CallableAgent, Targets>();

/** What limits, budgets and records know of a call. */
export function targetOf(agent: CallableAgent, action: Action): CallTarget {
  const known = TARGETS.get(agent) ?? made(agent);
  return action === 'send' ? known.message : known.task;
}

function made(agent: CallableAgent): Targets {
  const { id, organization, rpmLimit, priceNanoUsd } = agent;
  const options = { server: `a2a:${id}`, organization, rpmLimit };
  const targets = { message: callTarget({ ...options, priceNanoUsd }), task: callTarget(options) };
  TARGETS.set(agent, targets);
  return targets;
}
