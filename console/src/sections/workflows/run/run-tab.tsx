import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { idInPath } from '../../../address/id-in-path.ts';
import { useGo } from '../../../address/use-go.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import { TeamSelect, useTeamChoice } from '../../../objects/trial/team-select.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { sentenceCase } from '../../../ui/text/text.ts';
import { EXECUTIONS, type Execution } from '../execution/execution.ts';
import { askedInputs, type AskedInput } from './asked-inputs.ts';
import { InputField } from './input-field.tsx';
import { faultyInput, filledOf, startOf } from './input-values.ts';

interface RunProps {
  readonly object: ApiObject;
}

/** Runs a workflow, with an input that its schema asks for. */
export function RunTab({ object }: RunProps) {
  if (object['is_active'] === false) {
    return <Text size="sm">It is switched off. Switch it on under “Edit” to run it.</Text>;
  }
  // A schema that changes meanwhile asks for something else.
  return <RunForm key={JSON.stringify(object['input_schema'])} object={object} />;
}

function RunForm({ object }: RunProps) {
  const asked = askedInputs(object['input_schema']);
  const [typed, setTyped] = useState(() => startOf(asked));
  const [most, setMost] = useState('');
  const [isSent, setSent] = useState(false);
  const choice = useTeamChoice();
  const { mutate, isPending, error } = useStart(choice.team);
  const { input, faults } = filledOf(asked, typed);
  const told = isSent ? faults : new Map<string, string>();
  const refused = refusedFields(asked, error);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    if (faults.size > 0) return;
    const bound = most.trim() === '' ? {} : { max_cost_usd: most.trim() };
    mutate({ template: object['type'] ?? object.id, input, ...bound });
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm" maw={640}>
        <Text size="sm">
          It runs as you: your models, policies, limits and budgets hold, and what it costs is
          counted as yours.
        </Text>
        {error && refused.size === 0 && <ProblemAlert error={error} />}
        {asked.map((one) => (
          <InputField
            key={one.name}
            asked={one}
            value={typed.get(one.name) ?? ''}
            error={told.get(one.name) ?? refused.get(one.name)}
            onChange={(value) => setTyped((now) => new Map(now).set(one.name, value))}
          />
        ))}
        <TeamSelect choice={choice} />
        <TextInput
          {...{ label: 'Maximum cost (USD)', inputMode: 'decimal', maw: 240 }}
          description="Once it is spent, no further step begins. The workflow’s own bound counts where it is lower."
          value={most}
          onChange={({ currentTarget }) => setMost(currentTarget.value)}
        />
        <Group>
          <ActionButton type="submit" isBusy={isPending}>
            Run
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Starts an execution, for a team where there is a choice of them, and opens its page. */
function useStart(team: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  const go = useGo();
  return useMutation({
    mutationFn: (body: unknown) =>
      api.json<Execution>(EXECUTIONS, { method: 'POST', body, query: { team_id: team } }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: collectionKey(EXECUTIONS) });
      go(`/executions/${idInPath(id)}`);
    },
  });
}

/** What the service refuses, by the names of inputs; empty where something else is refused as well. */
function refusedFields(asked: readonly AskedInput[], error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiProblem)) return new Map();
  const faults = error.fields.map(
    ({ path, message }) => [faultyInput(asked, path), sentenceCase(message)] as const,
  );
  const known = faults.filter((one): one is readonly [string, string] => one[0] !== undefined);
  return known.length === faults.length ? new Map(known) : new Map();
}
