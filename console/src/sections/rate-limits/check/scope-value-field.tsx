import { TextInput } from '@mantine/core';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';

const COLLECTIONS: Readonly<Record<string, string>> = {
  key: RESOURCES.apiKey.collection,
  team: RESOURCES.team.collection,
  organization: RESOURCES.organization.collection,
  model: RESOURCES.model.collection,
};

export interface ScopeValueFieldProps {
  readonly scope: string;
  /** Which one of the scope; empty: none is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Asks which one of a scope is meant; nothing where there is only one. */
export function ScopeValueField({ scope, value, onChange }: ScopeValueFieldProps) {
  if (scope === 'global') return null;
  const collection = COLLECTIONS[scope];
  if (collection === undefined) {
    return (
      <TextInput
        label="Person"
        withAsterisk
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <ObjectSelect
      label="Which one"
      collection={collection}
      value={value}
      onChange={(id = '') => onChange(id)}
      isRequired
    />
  );
}
