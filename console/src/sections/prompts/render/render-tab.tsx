import { Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { useApi } from '../../../api/runtime.tsx';
import { useSearchParam } from '../../../address/search-params.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { sentenceCase } from '../../../ui/text/text.ts';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { PROMPTS, type PromptVersion } from '../prompt/prompt.ts';
import { useVersions, versionTitle } from '../prompt/use-versions.ts';
import { Rendered, type RenderedText } from './rendered.tsx';
import { askedOf, valuesOf, type Typed } from './render-values.ts';
import { ValueField } from './value-field.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';

/** Puts values in place of a prompt's variables, as programs do. */
export function RenderTab({ object }: { readonly object: ApiObject }) {
  const versions = useVersions(object.id);
  const [chosen, choose] = useSearchParam('version');
  if (versions.isPending) return <PageSkeleton />;
  if (versions.isError) {
    return <ProblemAlert error={versions.error} onRetry={() => void versions.refetch()} />;
  }
  const all = versions.data;
  const version =
    all.find((one) => String(one.version) === chosen) ?? all.find(({ served }) => served) ?? all[0];
  if (!version) return <Text size="sm">There is no text yet.</Text>;
  return (
    <Stack gap="md">
      <Select
        label="Version"
        maw={320}
        data={all.map((one) => ({ value: String(one.version), label: versionTitle(one) }))}
        value={String(version.version)}
        allowDeselect={false}
        onChange={(value) => choose(value ?? undefined)}
      />
      <RenderForm key={version.version} id={object.id} version={version} />
    </Stack>
  );
}

interface RenderFormProps {
  readonly id: string;
  readonly version: PromptVersion;
}

function RenderForm({ id, version: { version, template_text, variables } }: RenderFormProps) {
  const asked = askedOf(template_text, variables);
  const [typed, setTyped] = useState<Typed>({});
  const { mutate, isPending, data, error } = useRender(id);
  const problems = fieldProblems(error);
  const render = (event: SubmitEvent): void => {
    event.preventDefault();
    mutate({ variables: valuesOf(asked, typed), version });
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <form onSubmit={render} noValidate>
        <Stack gap="sm">
          {asked.length === 0 && <Text size="sm">This text has no variables.</Text>}
          {asked.map((variable) => (
            <ValueField
              key={variable.name}
              variable={variable}
              value={typed[variable.name] ?? ''}
              error={problems[variable.name]}
              onChange={(value) => setTyped((now) => ({ ...now, [variable.name]: value }))}
            />
          ))}
          <Group>
            <ActionButton type="submit" isBusy={isPending}>
              Render
            </ActionButton>
          </Group>
        </Stack>
      </form>
      <div>
        {error !== null && Object.keys(problems).length === 0 && <ProblemAlert error={error} />}
        {data && <Rendered answer={data} />}
      </div>
    </SimpleGrid>
  );
}

function useRender(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (body: unknown) =>
      api.json<RenderedText>(`${objectPath(PROMPTS, id)}/render`, { method: 'POST', body }),
  });
}

/** What is wrong with values, by the names of their variables. */
function fieldProblems(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    error.fields
      .filter(({ path }) => path.startsWith('variables.'))
      .map(({ path, message }) => [path.slice('variables.'.length), sentenceCase(message)]),
  );
}
