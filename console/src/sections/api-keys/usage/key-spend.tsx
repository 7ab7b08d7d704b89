import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../api/api.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { Usd } from '../../../ui/cells/numbers.tsx';
import { spendLoader } from './spend-loader.ts';

/** One loader for each API, so that all rows of a list share it. */
const loaders = new WeakMap<Api, ReturnType<typeof spendLoader>>();

function loaderOf(api: Api): ReturnType<typeof spendLoader> {
  const known = loaders.get(api);
  if (known) return known;
  const made = spendLoader({
    api,
    later: (work, ms) => setTimeout(work, ms),
    now: () => Date.now(),
  });
  loaders.set(api, made);
  return made;
}

/** Spend changes all the time: it is fresh for so long, ms. */
const FRESH_MS = 60_000;

/** What a key spent in the last 30 days, in a row of a list. */
export function KeySpend({ apiKey: { id } }: { readonly apiKey: ApiObject }) {
  const api = useApi();
  const canRead = useCan('usage:read');
  const { data } = useQuery({
    queryKey: [...collectionKey(RESOURCES.apiKey.collection), 'spend', id],
    enabled: canRead,
    staleTime: FRESH_MS,
    queryFn: () => loaderOf(api)(id),
  });
  return data === undefined ? <Dash /> : <Usd value={data} />;
}
