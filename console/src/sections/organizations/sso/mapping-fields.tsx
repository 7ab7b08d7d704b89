import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useUser } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { roleOptions } from '../../../resources/roles.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import { ORGANIZATION_ROLES } from '../members/member.ts';
import type { Mapping } from './sso-draft.ts';

export interface MappingFieldsProps {
  readonly mapping: readonly Mapping[];
  readonly onChange: (mapping: readonly Mapping[]) => void;
}

const NEW: Mapping = { claim: 'groups', value: '', role: 'member' };

/** Which claims of the identity token give which role. */
export function MappingFields({ mapping, onChange }: MappingFieldsProps) {
  const replace = (index: number, changes: Partial<Mapping>): void =>
    onChange(mapping.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <Fieldset legend="Roles">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          The strongest role that matches counts. People may also get in as members of the
          organization or of a team.
        </Text>
        {mapping.map((one, index) => (
          <MappingRow
            key={index}
            number={index + 1}
            mapping={one}
            onChange={(changes) => replace(index, changes)}
            onRemove={() => onChange(mapping.filter((_, at) => at !== index))}
          />
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...mapping, NEW])}
          >
            Add a role
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface MappingRowProps {
  readonly number: number;
  readonly mapping: Mapping;
  readonly onChange: (changes: Partial<Mapping>) => void;
  readonly onRemove: () => void;
}

function MappingRow({ number, mapping, onChange, onRemove }: MappingRowProps) {
  const { claim, value, role, team_id: team = '' } = mapping;
  const { role: own } = useUser();
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={`Role ${number}`}>
      <TextInput
        label="Claim"
        flex="1 1 110px"
        value={claim}
        onChange={({ currentTarget }) => onChange({ claim: currentTarget.value })}
      />
      <TextInput
        label="Has the value"
        flex="1 1 140px"
        value={value}
        onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
      />
      <Select
        label="Gives the role"
        flex="1 1 150px"
        data={roleOptions(ORGANIZATION_ROLES, { own, current: role })}
        value={role}
        allowDeselect={false}
        onChange={(next) => onChange({ role: (next ?? 'member') as Mapping['role'] })}
      />
      <ObjectSelect
        label="And the team"
        w={160}
        collection={RESOURCES.team.collection}
        value={team}
        onChange={(id) => onChange({ team_id: id })}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={`Remove role ${number}`}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
