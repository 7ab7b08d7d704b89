import type { Caller } from '../routing/caller.ts';
import type { RequestFacts } from '../routing/request-attributes.ts';
import { toAllowedModels } from '../routing/allowed-models.ts';
import { viewerOf } from '../routing/viewer.ts';
import { Catalog, type Served, type Viewer } from '../routing/catalog.ts';
import { Deprecations } from '../routing/deprecations.ts';

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

/** A viewer of an organization that may use what is allowed. */
export const viewer = (
  more: { readonly organization?: string | undefined; readonly allowed?: readonly string[] } = {},
): Viewer =>
  viewerOf(
    caller({
      organization: more.organization,
      allowed: toAllowedModels(more.allowed ?? []),
    }),
    {
      limits: { teams: new Map(), organizations: new Map() },
      deprecations: new Deprecations([], new Catalog([])),
    },
    0,
  );

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
