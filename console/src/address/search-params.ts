import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The query of the page's address: names to texts. It holds every filter, sort, tab, page, organization and time range. */
export type SearchParams = Readonly<Record<string, string>>;

export const parseSearch = (search: string): SearchParams =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** What stays in the address when one goes to another section. */
export const KEPT: readonly string[] = ['org', 'range', 'since', 'until'];

/** Goes back to the first page of a list: for whatever narrows or sorts it. */
export const FIRST_PAGE = { cursor: undefined, page: undefined } as const;

/** The part of the query that goes along to another section. */
export const keptOf = (search: SearchParams): SearchParams =>
  Object.fromEntries(Object.entries(search).filter(([name]) => KEPT.includes(name)));

export const useSearchParams = (): SearchParams => useSearch({ strict: false });

/** Changes the page's query: undefined and empty remove a name. Replaces the entry of the history unless told to push one. */
export function useSetSearchParams() {
  const navigate = useNavigate();
  return useCallback(
    (
      changes: Readonly<Record<string, string | undefined>>,
      options: { readonly push?: boolean } = {},
    ): void => {
      void navigate({
        to: '.',
        replace: options.push !== true,
        resetScroll: false,
        search: (before: SearchParams) => withChanges(before, changes),
      } as never);
    },
    [navigate],
  );
}

function withChanges(
  before: SearchParams,
  changes: Readonly<Record<string, string | undefined>>,
): SearchParams {
  const entries = Object.entries({ ...before, ...changes });
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** One value of the page's query, and the way to set it. */
export function useSearchParam(
  name: string,
  fallback = '',
): readonly [string, (value: string | undefined) => void] {
  const value = useSearchParams()[name] ?? fallback;
  const set = useSetSearchParams();
  return [
    value,
    useCallback(
      (next) => set({ [name]: next === fallback ? undefined : next }),
      [set, name, fallback],
    ),
  ];
}
