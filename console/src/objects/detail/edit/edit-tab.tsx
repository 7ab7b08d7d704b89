import { Alert, Button, Stack, Text } from '@mantine/core';
import { ApiProblem } from '../../../api/problem.ts';
import { useVersioned, type Versioned } from '../../../api/read/versioned.ts';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useFormSchema, type FieldSchema } from '../../schema/form-schemas.ts';
import { ObjectForm } from '../../form/object-form.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { YamlTab } from '../../yaml/yaml-tab.tsx';
import { StaleForm } from './stale-form.tsx';
import { useEditing } from './use-editing.ts';

export interface EditTabProps {
  readonly definition: ObjectDefinition;
  readonly object: ApiObject;
}

/** The form of an object; a draft of its YAML where Git owns it. */
export function EditTab({ definition, object }: EditTabProps) {
  const { resource } = definition;
  const schema = useFormSchema(resource)?.schema;
  const { data, error, refetch } = useVersioned<ApiObject>(resource.collection, object.id);
  if (object.read_only === true) return <YamlTab definition={definition} object={object} />;
  if (!data || !schema) {
    if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
    return <PageSkeleton />;
  }
  const isGone = error instanceof ApiProblem && error.status === 404;
  return <Editing {...{ definition, schema, isGone }} now={data} />;
}

interface EditingProps {
  readonly definition: ObjectDefinition;
  readonly schema: FieldSchema;
  /** What is there now; what was there last, where it is gone. */
  readonly now: Versioned<ApiObject>;
  readonly isGone: boolean;
}

function Editing({ definition, schema, now, isGone }: EditingProps) {
  const { begun, stale, isBehind, begin, onSaved, onStale } = useEditing(definition, now);
  if (stale && !isGone) {
    return (
      <StaleForm
        schema={schema}
        begun={begun}
        now={now}
        values={stale}
        onTakeTheirs={() => begin(now)}
        onKeepMine={(values) => begin(now, values)}
      />
    );
  }
  return (
    <Stack gap="md" maw={760}>
      {isBehind && !isGone && <Behind onBegin={() => begin(now)} />}
      <ObjectForm
        key={begun.key}
        definition={definition}
        object={begun.version.object}
        tag={begun.version.tag}
        initial={begun.values}
        isGone={isGone}
        onSaved={onSaved}
        onStale={onStale}
      />
    </Stack>
  );
}

function Behind({ onBegin }: { readonly onBegin: () => void }) {
  return (
    <Alert color="yellow" title="Somebody else changed this meanwhile">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          The form shows what you began from. You can go on: when you save, both are compared.
        </Text>
        <Button size="xs" variant="default" onClick={onBegin}>
          Start over from what is there now
        </Button>
      </Stack>
    </Alert>
  );
}
