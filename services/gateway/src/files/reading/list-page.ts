import type { Asked } from '../../calls/asked/asked.ts';
import { isObject } from '../../formats/json/members.ts';
import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import type { Place } from '../asking/places.ts';
import { sentPurpose } from '../asking/purposes.ts';
import { documentOf, type Fields } from '../asking/thing-call.ts';
import type { ListQuery } from './list-query.ts';

/** Who asks for files, and which. */
export interface Listed {
  readonly asked: Asked;
  readonly query: ListQuery;
}

/** Files that a provider lists at once. */
export interface ListPage {
  readonly files: readonly Fields[];
  readonly hasMore: boolean;
  /** Id of the last. */
  readonly last: string | undefined;
}

/** Asks a provider for so many files behind the one that it calls `after`, or the first ones. */
export async function pageOf(
  { asked, query: { order, purpose } }: Listed,
  place: Place,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<ListPage | Refusal> {
  const asking = new URLSearchParams({
    ...{ limit: String(limit), order },
    ...(purpose === undefined ? {} : { purpose: sentPurpose(place, purpose) }),
    ...(after === undefined ? {} : { after }),
  });
  const request = { method: 'GET' as const, path: `/files?${asking.toString()}` };
  const told = await documentOf(asked, { place }, { request });
  if (!('document' in told)) return told;
  const { data, has_more: more } = told.document;
  const files = Array.isArray(data) ? data.filter(isObject) : [];
  const last = files.at(-1)?.['id'];
  const isKnown = typeof last === 'string';
  return { files, hasMore: more === true && isKnown, last: isKnown ? last : undefined };
}
