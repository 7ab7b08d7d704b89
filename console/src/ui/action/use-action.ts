import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { showDone } from '../states/show-done.tsx';
import { showProblem } from '../states/show-problem.ts';
import { ApiProblem } from '../../api/problem.ts';
import { collectionKey } from '../../api/query-client.ts';

export { messageOf } from '../../api/problem.ts';

/** What undoes an action. */
type Undo = () => Promise<unknown>;

/**
 * Does something to objects of a collection: says afterwards that it was done, or why it was not, and reads the collection anew. Where `undo` is given, what says that it
 * was done offers that. Resolves with whether it was done.
 */
export function useAction(collection: string) {
  const client = useQueryClient();
  return useCallback(
    async (work: () => Promise<unknown>, done: string, undo?: Undo): Promise<boolean> => {
      const attempt = async (step: () => Promise<unknown>, onDone: () => void) => {
        try {
          await step();
          onDone();
          return true;
        } catch (error) {
          showProblem(error instanceof ApiProblem ? error.title : 'Not done', error);
          return false;
        } finally {
          void client.invalidateQueries({ queryKey: collectionKey(collection) });
        }
      };
      const takeBack = undo && (() => attempt(undo, () => showDone('It is as it was before.')));
      return await attempt(work, () => showDone(done, takeBack));
    },
    [client, collection],
  );
}
