import { useCallback } from 'react';
import {
  FIRST_PAGE,
  useSearchParams,
  useSetSearchParams,
  type SearchParams,
} from '../../address/search-params.ts';
import type { RecordFilter } from '../kit/record-list-props.ts';

/** What the page's address says of a list. */
export interface ListState {
  readonly q: string;
  /** `name`, or `-name` for the reverse; empty: as the API sorts. */
  readonly sort: string;
  readonly cursor: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly filters: Readonly<Record<string, string>>;
}

/** The parameters of a filter, in the page's address as in the API. */
export const paramsOf = (filter: RecordFilter): readonly string[] =>
  filter.kind === 'days' ? [filter.after, filter.before] : [filter.name];

/** Reads what an address says of a list with these filters. */
export function listStateOf(params: SearchParams, filters: readonly RecordFilter[]): ListState {
  const page = Number(params['page'] ?? '1');
  const cursor = params['cursor'];
  return {
    q: params['q'] ?? '',
    sort: params['sort'] ?? '',
    cursor,
    page: cursor !== undefined && Number.isInteger(page) && page > 1 ? page : 1,
    filters: Object.fromEntries(
      filters.flatMap(paramsOf).flatMap((name) => {
        const value = params[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  };
}

/** The sort that a click on a column's head asks for: upwards, then downwards, then as the API sorts. */
export function nextSort(sort: string, field: string): string {
  if (sort === field) return `-${field}`;
  return sort === `-${field}` ? '' : field;
}

/** What the address says of a list, and how to change that. Whatever narrows or sorts goes back to the first page. */
export function useListState(filters: readonly RecordFilter[]) {
  const state = listStateOf(useSearchParams(), filters);
  const set = useSetSearchParams();
  const narrow = useCallback(
    (changes: Readonly<Record<string, string | undefined>>): void =>
      set({ ...changes, ...FIRST_PAGE }),
    [set],
  );
  return {
    state,
    narrow,
    /** Opens another page. `isReplaced`: the way back of the browser does not lead to the one that is left. */
    turnTo: (page: number, cursor: string | undefined, isReplaced = false): void =>
      set(cursor === undefined ? FIRST_PAGE : { cursor, page: String(page) }, {
        push: !isReplaced,
      }),
    clear: (): void => {
      const names = ['q', ...filters.flatMap(paramsOf)];
      narrow(Object.fromEntries(names.map((name) => [name, undefined])));
    },
  };
}
