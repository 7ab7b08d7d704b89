import { useLocalStorage } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi, useUser } from '../../../api/runtime.tsx';
import { firstSteps, stepsFor, type FirstStep } from './first-steps.ts';

/** Read anew so often until everything is done, ms. */
const EVERY_MS = 10_000;

export interface StepState {
  readonly step: FirstStep;
  readonly isDone: boolean;
}

export interface FirstSteps {
  /** With what is done of them; undefined where there is nothing to show: it is not known yet, all is done, or somebody put it away. */
  readonly states: readonly StepState[] | undefined;
  /** It is not known yet whether there is something to show. */
  readonly isPending: boolean;
  readonly putAway: () => void;
}

/** The first steps, read anew until everything is done. */
export function useFirstSteps(): FirstSteps {
  const api = useApi();
  const { permissions } = useUser();
  const [isAway, setAway] = useLocalStorage({
    ...{ key: 'aicp-first-steps-away', defaultValue: false, getInitialValueInEffect: false },
  });
  const [steps] = useState(() => stepsFor(firstSteps(Date.now()), permissions));
  const results = useQueries({
    queries: steps.map(({ collection, query, id }) => ({
      queryKey: [...collectionKey(collection), 'first-steps', id],
      enabled: !isAway,
      refetchInterval: EVERY_MS,
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const found = await api.json<readonly unknown[]>(collection, {
          query: { ...query, limit: 1 },
          signal,
        });
        return found.length > 0;
      },
    })),
  });
  const states = steps.map((step, index) => ({ step, isDone: results[index]?.data === true }));
  const isKnown = results.every(({ isSuccess }) => isSuccess);
  const isShown = !isAway && isKnown && states.some(({ isDone }) => !isDone);
  return {
    states: isShown ? states : undefined,
    isPending: !isAway && results.some(({ isPending }) => isPending),
    putAway: () => setAway(true),
  };
}
