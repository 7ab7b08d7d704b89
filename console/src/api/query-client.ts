import { QueryClient } from '@tanstack/react-query';
import { ApiProblem, isPassing } from './problem.ts';

/** Attempts of a read that was not answered, after the first. */
const RETRIES = 2;

/** What was read, and for how long it counts as fresh. A read that was refused is not tried again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 60_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => isPassing(error) && count < RETRIES,
        throwOnError: false,
      },
      mutations: { retry: false },
    },
  });

/** The key of everything that is read below a collection: its lists and its objects. */
export const collectionKey = (collection: string): readonly string[] => ['collection', collection];

/** Whether a key is of what is read of one object: itself, its history, its relations. */
export const isOfObject = (key: readonly unknown[], collection: string, id: string): boolean => {
  const [first, second, ...rest] = key;
  return first === 'collection' && second === collection && rest.includes(id);
};

/** Whether an error says that there is no such thing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 404;
