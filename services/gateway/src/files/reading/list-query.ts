import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';

/** Which files are asked for. */
export interface ListQuery {
  readonly limit: number;
  readonly order: 'asc' | 'desc';
  readonly purpose: string | undefined;
  /** The id of the last that is known already; undefined: from the first. */
  readonly after: string | undefined;
}

/** As OpenAI has them ("List files"). */
const MOST = 10_000;

/** Reads a query, or says what is wrong with it. */
export function readListQuery(query: URLSearchParams): ListQuery | Refusal {
  const limit = query.get('limit') ?? String(MOST);
  const order = query.get('order') ?? 'desc';
  if (!/^[1-9]\d{0,4}$/.test(limit) || Number(limit) > MOST)
    return badRequest(`"limit" has to be a whole number from 1 to ${MOST}.`, 'limit');
  if (order !== 'asc' && order !== 'desc')
    return badRequest('"order" has to be asc or desc.', 'order');
  return {
    ...{ limit: Number(limit), order },
    purpose: query.get('purpose') ?? undefined,
    after: query.get('after') ?? undefined,
  };
}
