import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { late } from '../late/late.tsx';
import type { Question } from './question.ts';

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | undefined>(undefined);

interface Asked extends Question {
  readonly answer: (isConfirmed: boolean) => void;
}

const ConfirmDialog = late(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** Asks by a dialog whether something is to be done. */
export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        setAsked({
          ...question,
          answer: (isConfirmed) => {
            setAsked(undefined);
            resolve(isConfirmed);
          },
        });
      }),
    [],
  );
  return (
    <ConfirmContext value={useMemo(() => ask, [ask])}>
      {children}
      <ConfirmDialog question={asked} onAnswer={(isConfirmed) => asked?.answer(isConfirmed)} />
    </ConfirmContext>
  );
}

/** Asks somebody; true where they confirm. */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (!ask) throw new Error('ConfirmProvider is missing');
  return ask;
}
