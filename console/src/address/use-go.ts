import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { keptOf, useSearchParams, type SearchParams } from './search-params.ts';

/** What goes along to another page: the organization and the time range. For links: `search={useKeptSearch()}`. */
export const useKeptSearch = (): SearchParams => keptOf(useSearchParams());

/** Opens another page of the console, with the organization and the time range that are chosen. */
export function useGo(): (path: string) => void {
  const navigate = useNavigate();
  const search = useSearchParams();
  return useCallback(
    (path) => void navigate({ to: path, search: keptOf(search) } as never),
    [navigate, search],
  );
}
