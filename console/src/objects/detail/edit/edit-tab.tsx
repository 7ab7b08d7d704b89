import { Alert, Button, Stack, Text } from '@mantine/core';
import { useVersioned, type Versioned } from '../../../api/versioned.ts';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { ObjectForm } from '../../form/object-form.tsx';
import type { ApiObject, ObjectDefinition } from '../../object-definition.ts';
import { YamlTab } from '../../yaml/yaml-tab.tsx';
import { StaleForm } from './stale-form.tsx';
import { useEditing } from './use-editing.ts';

export interface EditTabProps {
  readonly definition: ObjectDefinition;
  readonly object: ApiObject;
}

/** The form of an object; a draft of its YAML where Git owns it. */
export function EditTab({ definition, object }: EditTabProps) {
  const { data, error, refetch } = useVersioned<ApiObject>(
    definition.resource.collection,
    object.id,
  );
  if (object.read_only === true) return <YamlTab definition={definition} object={object} />;
  if (!data) {
    if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
    return <PageSkeleton />;
  }
  return <Editing definition={definition} now={data} />;
}

interface EditingProps {
  readonly definition: ObjectDefinition;
  /** What is there now. */
  readonly now: Versioned<ApiObject>;
}

function Editing({ definition, now }: EditingProps) {
  const { begun, stale, isBehind, begin, onSaved, onStale } = useEditing(definition, now);
  if (stale) {
    return (
      <StaleForm
        definition={definition}
        begun={begun}
        now={now}
        values={stale}
        onTakeTheirs={() => begin(now)}
        onSaved={onSaved}
        onStale={() => onStale(stale)}
      />
    );
  }
  return (
    <Stack gap="md" maw={760}>
      {isBehind && (
        <Alert color="yellow" title="Somebody else changed this meanwhile">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              The form shows what you began from. You can go on: when you save, both are compared.
            </Text>
            <Button size="xs" variant="default" onClick={() => begin(now)}>
              Start over from what is there now
            </Button>
          </Stack>
        </Alert>
      )}
      <ObjectForm
        key={begun.key}
        definition={definition}
        object={begun.version.object}
        tag={begun.version.tag}
        onSaved={onSaved}
        onStale={onStale}
      />
    </Stack>
  );
}
