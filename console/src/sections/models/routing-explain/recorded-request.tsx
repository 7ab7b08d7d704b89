import { Group, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState, type SyntheticEvent } from 'react';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { useSearchParam } from '../../../address/search-params.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { sampleOf, type Recorded, type Sample } from './sample.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { idInPath } from '../../../address/id-in-path.ts';

export interface RecordedRequestProps {
  readonly onFound: (sample: Sample) => void;
}

/** Takes a request that was recorded as the sample, by its id. */
export function RecordedRequest({ onFound }: RecordedRequestProps) {
  const [wanted, setWanted] = useSearchParam('request');
  const [typed, setTyped] = useState(wanted);
  const { failure, isBusy, find } = useFind(onFound);
  const canRead = useCan('decisions:read');
  useEffect(() => {
    if (wanted !== '' && canRead) void find(wanted);
  }, [wanted, canRead, find]);
  if (!canRead) return null;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const id = typed.trim();
    if (id === wanted) void find(id);
    else setWanted(id === '' ? undefined : id);
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" wrap="nowrap" gap="xs">
        <TextInput
          label="From a recorded request"
          placeholder="Id of a request"
          flex={1}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ActionButton
          type="submit"
          variant="default"
          isBusy={isBusy}
          disabled={typed.trim() === ''}
        >
          Take it
        </ActionButton>
      </Group>
      {failure !== undefined && <ProblemAlert error={failure} title="Not found" />}
    </form>
  );
}

function useFind(onFound: RecordedRequestProps['onFound']) {
  const api = useApi();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const find = useCallback(
    async (id: string): Promise<void> => {
      if (id === '') return;
      setBusy(true);
      setFailure(undefined);
      try {
        onFound(sampleOf(await api.json<Recorded>(`/api/v1/requests/${idInPath(id)}`)));
      } catch (error) {
        setFailure(error);
      } finally {
        setBusy(false);
      }
    },
    [api, onFound],
  );
  return { failure, isBusy, find };
}
