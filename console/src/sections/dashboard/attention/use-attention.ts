import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { useQueries } from '@tanstack/react-query';
import type { Api } from '../../../api/api.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi, useUser } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES, type Resource } from '../../../resources/resource-table.ts';
import {
  accessItems,
  budgetItems,
  failoverItems,
  healthItems,
  replicaItems,
  reviewItems,
  unreadyItems,
  violationItems,
  type AttentionItem,
  type Found,
  type Health,
  type Replicas,
  type Violation,
} from './attention-items.ts';

/** Read anew so often where no change is told of, ms. */
const EVERY_MS = 30_000;

/** Somewhere to look for what needs attention. */
interface Source {
  /** Who looks there; undefined: everybody. */
  readonly permission: string | undefined;
  readonly collection: string;
  readonly key: string;
  readonly read: (api: Api, signal: AbortSignal) => Promise<AttentionItem[]>;
}

interface ListSource<T> {
  readonly permission: string;
  readonly collection: string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly toItems: (found: Found<T>) => AttentionItem[];
}

const listSource = <T>({ permission, collection, query, toItems }: ListSource<T>): Source => ({
  ...{ permission, collection, key: JSON.stringify(query) },
  read: async (api, signal) => {
    const response = await api.request(collection, { query, signal });
    const total = response.headers.get('x-total-count');
    return toItems({
      items: (await response.json()) as readonly T[],
      total: total === null ? undefined : Number(total),
    });
  },
});

const unreadySource = (resource: Resource): Source =>
  listSource<ApiObject>({
    permission: `${resource.permission}:read`,
    collection: resource.collection,
    query: { ready: 'false', limit: 20 },
    toItems: (found) => unreadyItems(resource, found),
  });

const REPLICAS: Source = {
  ...{ permission: undefined, collection: '/api/v1/replicas', key: '' },
  read: async (api, signal) =>
    replicaItems(await api.json<Replicas>('/api/v1/replicas', { signal })),
};

/** In the order in which what is found is told. */
const SOURCES: readonly Source[] = [
  listSource<Violation>({
    permission: 'sla_definitions:read',
    collection: '/api/v1/sla/violations/active',
    query: { limit: 100 },
    toItems: violationItems,
  }),
  listSource<Health>({
    permission: 'sla_definitions:read',
    collection: '/api/v1/sla/health',
    query: {},
    toItems: healthItems,
  }),
  listSource<ApiSchemas['FailoverRule']>({
    permission: 'failover_rules:read',
    collection: RESOURCES.failoverRule.collection,
    query: { limit: 500 },
    toItems: failoverItems,
  }),
  REPLICAS,
  listSource<ApiObject>({
    permission: 'budgets:read',
    collection: RESOURCES.budget.collection,
    query: { limit: 500 },
    toItems: budgetItems,
  }),
  ...Object.values(RESOURCES).map(unreadySource),
  listSource<unknown>({
    permission: 'access_requests:approve',
    collection: '/api/v1/model-access/requests',
    query: { status: 'pending', limit: 100 },
    toItems: accessItems,
  }),
  listSource<ApiObject>({
    permission: 'prompts:approve',
    collection: RESOURCES.promptTemplate.collection,
    query: { status: 'in_review', limit: 100 },
    toItems: reviewItems,
  }),
];

/** What needs the attention of who is signed in, as far as they may read it. */
export interface AttentionFound {
  readonly items: readonly AttentionItem[];
  readonly isPending: boolean;
  /** Why something was not read; undefined: everything was. */
  readonly error: unknown;
  readonly retry: () => void;
}

export function useAttention(): AttentionFound {
  const api = useApi();
  const { permissions } = useUser();
  const open = SOURCES.filter(
    ({ permission }) => permission === undefined || permissions.includes(permission),
  );
  const results = useQueries({
    queries: open.map(({ collection, key, read }) => ({
      queryKey: [...collectionKey(collection), 'attention', key],
      refetchInterval: EVERY_MS,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => read(api, signal),
    })),
  });
  const failed = results.filter(({ isError }) => isError);
  return {
    items: results.flatMap(({ data = [] }) => data),
    isPending: results.some(({ isPending }) => isPending),
    error: failed[0]?.error ?? undefined,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}
