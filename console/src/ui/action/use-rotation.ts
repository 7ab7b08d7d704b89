import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionKey } from '../../api/query-client.ts';
import { useApi } from '../../api/runtime.tsx';

/** A rotation of a secret, whose answer is kept as long as its dialog shows it. */
export interface Rotation<Answer> {
  readonly answer: Answer | undefined;
  /** Why it was refused; undefined: it was not. */
  readonly failure: unknown;
  readonly isBusy: boolean;
  /** `path`: where the rotation is posted to, with this body. */
  readonly rotate: (path: string, body?: unknown) => Promise<void>;
  readonly forget: () => void;
}

/** Replaces a secret of an object of this collection, and reads the collection anew. */
export function useRotation<Answer>(collection: string): Rotation<Answer> {
  const api = useApi();
  const client = useQueryClient();
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const rotate = async (path: string, body?: unknown): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      setAnswer(await api.json<Answer>(path, { method: 'POST', body }));
      void client.invalidateQueries({ queryKey: collectionKey(collection) });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const forget = (): void => {
    setAnswer(undefined);
    setFailure(undefined);
  };
  return { answer, failure, isBusy, rotate, forget };
}
