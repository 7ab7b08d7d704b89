import { Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { draftOf, isPlainRule } from './policy-draft.ts';
import { Workbench } from './workbench.tsx';

/** Changes a policy on trial, on its own page or on that of simulations. */
export function SimulateTab({ object }: { readonly object: ApiObject }) {
  const rights = useRights(RESOURCES.routingPolicy);
  if (!isPlainRule(object)) {
    return (
      <Text size="sm">
        It is written in the other form, by a type and its settings. Simulate it by the API, with
        its YAML.
      </Text>
    );
  }
  return (
    <Workbench
      initial={draftOf(object)}
      isReadOnly={object.read_only === true || !rights.change(object)}
    />
  );
}
