import type { Caller } from '../routing/caller.ts';
import type { RequestFacts } from '../routing/request-attributes.ts';
import { toAllowedModels } from '../routing/allowed-models.ts';
import type { Served } from '../routing/catalog.ts';

/** A caller that may use everything. */
export const caller = (more: Partial<Caller> = {}): Caller => ({
  key: 'k',
  organization: undefined,
  businessUnit: undefined,
  team: undefined,
  user: undefined,
  allowed: toAllowedModels([]),
  blocked: false,
  metadata: {},
  ...more,
});

/** A request that says nothing but what it asks for. */
export const factsFor = (asked: Served, more: Partial<RequestFacts> = {}): RequestFacts => ({
  caller: caller(),
  asked,
  stream: false,
  tools: false,
  user: undefined,
  metadata: [],
  headers: {},
  promptCharacters: 0,
  environment: undefined,
  time: () => ({ hour: 12, weekday: 'mon' }),
  ...more,
});
