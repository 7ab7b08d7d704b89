import type { Caller } from '@aicp/contracts/routing/caller';
import type { RequestFacts } from '@aicp/contracts/routing/request-attributes';
import { toAllowedModels } from '@aicp/contracts/routing/allowed-models';
import { type Viewer } from '@aicp/contracts/routing/viewer';
import { viewerOf } from '@aicp/contracts/routing/viewer-of';
import type { RuntimeModel } from '../routing/runtime-model.ts';
import { Catalog } from '@aicp/contracts/routing/catalog';
import type { Served } from '@aicp/contracts/routing/served';
import { Deprecations } from '@aicp/contracts/routing/deprecations';

/** A caller that may use everything. */
export const caller = (more: Partial<Caller> = {}): Caller => ({
  key: 'k',
  organization: undefined,
  businessUnit: undefined,
  team: undefined,
  user: undefined,
  allowed: toAllowedModels([]),
  blocked: false,
  ownerMissing: undefined,
  metadata: {},
  ...more,
});

/** A viewer of an organization that may use what is allowed. */
export const viewer = (
  more: { readonly organization?: string | undefined; readonly allowed?: readonly string[] } = {},
): Viewer<RuntimeModel> =>
  viewerOf(
    caller({
      organization: more.organization,
      allowed: toAllowedModels(more.allowed ?? []),
    }),
    {
      limits: { teams: new Map(), organizations: new Map() },
      deprecations: new Deprecations<RuntimeModel>([], new Catalog([])),
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
