import { Button, Group, Modal, Text } from '@mantine/core';
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';

/** What is asked before something is done. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** On the button that does it: "Delete". */
  readonly action: string;
  readonly isDangerous?: boolean;
}

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | undefined>(undefined);

interface Asked extends Question {
  readonly answer: (isConfirmed: boolean) => void;
}

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
      <Modal
        opened={asked !== undefined}
        onClose={() => asked?.answer(false)}
        title={asked?.title}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Text size="sm">{asked?.text}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => asked?.answer(false)} data-autofocus>
            Cancel
          </Button>
          <Button
            {...(asked?.isDangerous === true ? { color: 'red' } : {})}
            onClick={() => asked?.answer(true)}
          >
            {asked?.action}
          </Button>
        </Group>
      </Modal>
    </ConfirmContext>
  );
}

/** Asks somebody; true where they confirm. */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (!ask) throw new Error('ConfirmProvider is missing');
  return ask;
}
