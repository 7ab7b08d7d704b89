import { useState } from 'react';
import { objectPath } from '../../api/read/list.ts';
import { useApi } from '../../api/runtime.tsx';
import type { ApiObject } from '../../api/api-object.ts';

/** What every `POST …/{id}/test` answers; kinds add to it. */
export interface Verdict {
  readonly ok: boolean;
  readonly latency_ms: number;
  /** What came of it, and what to do. */
  readonly message: string;
}

/** What is told of a trial: names, each with a text. */
export type TrialFacts = readonly (readonly [name: string, text: string])[];

/** A trial of what an object names, and what came of the last one. */
export interface Trial<V extends Verdict> {
  readonly verdict: V | undefined;
  /** Why it was not tried; undefined: it was. */
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly run: () => Promise<void>;
  readonly close: () => void;
}

/** Has the service try what an object of a collection names. */
export function useTrial<V extends Verdict>(collection: string, { id }: ApiObject): Trial<V> {
  const api = useApi();
  const [verdict, setVerdict] = useState<V>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      setVerdict(await api.json<V>(`${objectPath(collection, id)}/test`, { method: 'POST' }));
    } catch (error) {
      setVerdict(undefined);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const close = (): void => {
    setVerdict(undefined);
    setFailure(undefined);
  };
  return {
    ...{ verdict, failure, isBusy, run, close },
    isDone: verdict !== undefined || failure !== undefined,
  };
}
