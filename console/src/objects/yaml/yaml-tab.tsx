import { Stack, Text } from '@mantine/core';
import { ApiProblem } from '../../api/problem.ts';
import { useRights } from '../../resources/use-rights.ts';
import { CodeEditor } from '../../code/code-editor.tsx';
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import type { ApiObject } from '../../api/api-object.ts';
import type { ObjectDefinition } from '../kit/object-definition.ts';
import { GitOpsDraft } from './gitops-draft.tsx';
import { useCompletion } from './completion/use-completion.ts';
import { useManifest } from './use-manifest.ts';
import { YamlEditor } from './yaml-editor.tsx';

export interface YamlTabProps {
  readonly definition: ObjectDefinition;
  readonly object: ApiObject;
}

/** An object as YAML: to change for who may, to draft where Git owns it, to read for others. */
export function YamlTab({ definition, object }: YamlTabProps) {
  const { collection, noun } = definition.resource;
  const rights = useRights(definition.resource);
  const mayWrite = rights.change(object) && definition.isReadOnly !== true;
  const address = { collection, id: object.id };
  const completion = useCompletion(definition.resource);
  const { data: manifest, error, refetch } = useManifest(address);
  if (!manifest) {
    if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
    return <PageSkeleton />;
  }
  const isGone = error instanceof ApiProblem && error.status === 404;
  const label = `YAML of the ${noun} ${object.id}`;
  if (object.read_only === true) {
    return <GitOpsDraft {...{ object, manifest, label, completion }} />;
  }
  if (mayWrite) return <YamlEditor {...{ address, manifest, label, completion, isGone }} />;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        To read. You have no right to change it here.
      </Text>
      <CodeEditor value={manifest.text} language="yaml" readOnly label={label} />
    </Stack>
  );
}
