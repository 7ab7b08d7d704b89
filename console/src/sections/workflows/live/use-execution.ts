import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Api } from '../../../api/api.ts';
import { objectPath, useObject } from '../../../api/read/list.ts';
import { collectionKey, isOfObject } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import { EXECUTIONS, isUnderWay, type ExecutionDetail } from '../execution/execution.ts';
import { readEvents, withEvent, type ExecutionEvent } from './read-events.ts';

/** After what the service told has ended and the execution has not, it is asked again so much later, ms. */
const AGAIN_MS = 5000;

/** An execution, as it changes while it runs. */
export function useExecution(id: string): UseQueryResult<ExecutionDetail> {
  const api = useApi();
  const client = useQueryClient();
  const read = useObject<ExecutionDetail>(EXECUTIONS, id);
  const isLive = read.data !== undefined && isUnderWay(read.data);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isLive) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: number | undefined;
    const readAnew = (): void =>
      void client.invalidateQueries({ queryKey: collectionKey(EXECUTIONS) });
    const take = (event: ExecutionEvent): void => {
      client.setQueriesData<ExecutionDetail>(
        { predicate: ({ queryKey }) => isOfObject(queryKey, EXECUTIONS, id) },
        (now) => now && withEvent(now, event),
      );
      // What came of it is not among the events.
      if (event.kind === 'execution' && !isUnderWay(event.execution)) readAnew();
    };
    const goOn = (): void => {
      if (signal.aborted) return;
      readAnew();
      timer = window.setTimeout(() => setRound((now) => now + 1), AGAIN_MS);
    };
    // That they break off, or are refused, is no news for people: the execution is read anew, and says itself why it cannot be read.
    void listen(api, { id, signal, take }).then(goOn, goOn);
    return () => {
      controller.abort();
      window.clearTimeout(timer);
    };
  }, [api, client, id, isLive, round]);
  return read;
}

interface Listening {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly take: (event: ExecutionEvent) => void;
}

/** Takes events until they end. Rejects where they are refused, or break off. */
async function listen(api: Api, { id, signal, take }: Listening): Promise<void> {
  const response = await api.request(`${objectPath(EXECUTIONS, id)}/events`, {
    headers: { Accept: 'text/event-stream' },
    signal,
  });
  if (response.body) await readEvents(response.body, take);
}
