import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiProblem } from './problem.ts';
import { collectionKey } from './query-client.ts';

/** What an error says to people. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.message : 'Something went wrong in the console. Try again.';

/**
 * Does something to objects of a collection: says afterwards that it was done, or why it was not, and reads the collection anew. Resolves with whether it was done.
 */
export function useAction(collection: string) {
  const client = useQueryClient();
  return useCallback(
    async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
      try {
        await work();
        notifications.show({ message: done, color: 'teal' });
        return true;
      } catch (error) {
        const title = error instanceof ApiProblem ? error.title : 'Not done';
        notifications.show({ title, message: messageOf(error), color: 'red', autoClose: 12_000 });
        return false;
      } finally {
        void client.invalidateQueries({ queryKey: collectionKey(collection) });
      }
    },
    [client, collection],
  );
}
