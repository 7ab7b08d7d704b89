import { Modal } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { TestVerdict, type Verdict } from './test-verdict.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';

/** Asks a provider for its models, with its credential, and shows what came of it. */
export function TestButton({ object }: { readonly object: ApiObject }) {
  const canTest = useRights(RESOURCES.provider).change(object);
  const test = useTest(object);
  if (!canTest) return null;
  return (
    <>
      <ActionButton
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        isBusy={test.isBusy}
        onClick={() => void test.run()}
      >
        Test
      </ActionButton>
      <Modal
        opened={test.isDone}
        onClose={test.close}
        title={visibleText(`Test of ${object.name ?? object.id}`)}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {test.failure !== undefined && <ProblemAlert error={test.failure} title="Not tested" />}
        {test.verdict && (
          <TestVerdict
            provider={object}
            verdict={test.verdict}
            isBusy={test.isBusy}
            onAgain={() => void test.run()}
          />
        )}
      </Modal>
    </>
  );
}

function useTest({ id }: ApiObject) {
  const api = useApi();
  const [verdict, setVerdict] = useState<Verdict>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const path = `${objectPath(RESOURCES.provider.collection, id)}/test`;
      setVerdict(await api.json<Verdict>(path, { method: 'POST' }));
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
