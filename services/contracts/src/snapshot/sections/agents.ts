import { z } from 'zod';
import { defineSection, organization, source } from './kit/section.ts';

export const agentFragment = z.object({
  source,
  /** metadata.name of the Agent. */
  id: z.string(),
  organization,
  /** Where it is, or its card. */
  url: z.string(),
  /** `missing`: a reference that resolves to nothing, so that nothing can be sent. */
  credential: z.enum(['none', 'set', 'missing']),
  /** Names of the teams and the keys that may use it; absent, both of them: all may. */
  teams: z.array(z.string()).optional(),
  keys: z.array(z.string()).optional(),
  /** Calls a minute; absent: no limit of its own. */
  rpmLimit: z.number().optional(),
  /** USD of a message, as a decimal text; absent: it costs nothing. */
  priceUsd: z.string().optional(),
  timeoutMs: z.number(),
  isActive: z.boolean(),
});
export type AgentFragment = z.output<typeof agentFragment>;

/** Agents that others may call. What it says of who may is never held back: who is taken off a list is out at once. */
export const agents = defineSection({
  name: 'agents',
  item: agentFragment,
  readers: ['gateway'],
  isNeverPinned: true,
});

export const agentCredentialFragment = z.object({
  source,
  agent: z.string(),
  /** What is sent as a bearer token. */
  token: z.string(),
});
export type AgentCredentialFragment = z.output<typeof agentCredentialFragment>;

/** The secrets of agents, for the gateway alone. */
export const agentCredentials = defineSection({
  name: 'agent_credentials',
  item: agentCredentialFragment,
  readers: ['gateway'],
  isNeverPinned: true,
});
