import { Modal } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import type { ApiObject } from '../../api/api-object.ts';
import type { Resource } from '../../resources/resource-table.ts';
import { useRights } from '../../resources/use-rights.ts';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { TrialVerdict } from './trial-verdict.tsx';
import { useTrial, type TrialFacts, type Verdict } from './trial.ts';

export interface TrialButtonProps<V extends Verdict> {
  readonly resource: Resource;
  readonly object: ApiObject;
  /** What is told beside the verdict's sentence and how long it took. */
  readonly factsOf: (object: ApiObject, verdict: V) => TrialFacts;
}

/** Has the service try what an object names, and shows what came of it. For whoever may change the object. */
export function TrialButton<V extends Verdict>({ resource, object, factsOf }: TrialButtonProps<V>) {
  const canTest = useRights(resource).change(object);
  const trial = useTrial<V>(resource.collection, object);
  if (!canTest) return null;
  const { verdict } = trial;
  return (
    <>
      <ActionButton
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        isBusy={trial.isBusy}
        onClick={() => void trial.run()}
      >
        Test
      </ActionButton>
      <Modal
        opened={trial.isDone}
        onClose={trial.close}
        title={visibleText(`Test of ${object.name ?? object.id}`)}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {trial.failure !== undefined && <ProblemAlert error={trial.failure} title="Not tested" />}
        {verdict && (
          <TrialVerdict
            facts={factsOf(object, verdict)}
            verdict={verdict}
            isBusy={trial.isBusy}
            onAgain={() => void trial.run()}
          />
        )}
      </Modal>
    </>
  );
}
