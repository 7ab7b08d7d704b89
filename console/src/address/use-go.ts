import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { keptOf, type SearchParams } from './search-params.ts';

/** What goes along to another page: the organization and the time range. The same object while they are the same. For links: `search={useKeptSearch()}`. */
export const useKeptSearch = (): SearchParams =>
  useSearch({ strict: false, select: keptOf, structuralSharing: true });

/** Opens another page of the console, with the organization and the time range that are chosen. */
export function useGo(): (path: string) => void {
  const navigate = useNavigate();
  const search = useKeptSearch();
  return useCallback((path) => void navigate({ to: path, search } as never), [navigate, search]);
}
