import { List, Stack, Text, Title } from '@mantine/core';
import { useList } from '../../../api/read/list.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';

const { collection: MODELS } = RESOURCES.model;

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The models of a tier: those that it names, and those that have one of its labels. */
export function ModelsTab({ object }: { readonly object: ApiObject }) {
  const named = textsOf(object['models']);
  const labels = textsOf(object['model_tiers']);
  return (
    <Stack gap="md">
      {named.length === 0 && labels.length === 0 && (
        <Text size="sm">This tier has no models yet.</Text>
      )}
      {named.length > 0 && (
        <section aria-label="By name">
          <Title order={2} size="h5" mb="xs">
            By name
          </Title>
          <List size="sm">
            {named.map((name) => (
              <List.Item key={name}>
                {name.endsWith('*') ? (
                  `All that begin with ${name.slice(0, -1)}`
                ) : (
                  <ObjectLink collection={MODELS} id={name} />
                )}
              </List.Item>
            ))}
          </List>
        </section>
      )}
      {labels.map((label) => (
        <Labelled key={label} label={label} />
      ))}
    </Stack>
  );
}

const MOST_SHOWN = 100;

function Labelled({ label }: { readonly label: string }) {
  const { data, error } = useList<ApiObject>(MODELS, { tier: label, limit: MOST_SHOWN });
  const items = data?.items ?? [];
  return (
    <section aria-label={`Label ${label}`}>
      <Title order={2} size="h5" mb="xs">
        With the label {label}
      </Title>
      {error && <ProblemAlert error={error} />}
      {data && items.length === 0 && <Text size="sm">No model has it.</Text>}
      <List size="sm">
        {items.map(({ id, name }) => (
          <List.Item key={id}>
            <ObjectLink collection={MODELS} id={id} label={name ?? id} />
          </List.Item>
        ))}
      </List>
      {data?.next !== undefined && <Text size="sm">And more.</Text>}
    </section>
  );
}
