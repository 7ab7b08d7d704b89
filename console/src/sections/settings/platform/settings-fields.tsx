import { NumberInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import type { SettingsFieldsProps } from './feature-switches.tsx';
import { RETENTIONS } from './platform-settings.ts';

const UNPRICED = [
  { value: 'warn', label: 'Serve, and count as unpriced' },
  { value: 'block', label: 'Refuse' },
  { value: 'zero', label: 'Serve, and count as free' },
] as const;

const timeZones = (current: string): string[] => [
  ...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** How requests are treated. */
export function RequestFields({ draft, isReadOnly, onChange }: SettingsFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {isReadOnly ? (
        <TextInput label="Default model" value={draft.default_model} disabled />
      ) : (
        <ObjectSelect
          label="Default model"
          description="Serves a request that names none."
          collection={RESOURCES.model.collection}
          value={draft.default_model}
          onChange={(default_model = '') => onChange({ default_model })}
        />
      )}
      <NumberInput
        label="Requests a minute"
        description="Of the whole platform. Empty: no limit."
        min={1}
        max={1_000_000_000}
        allowDecimal={false}
        thousandSeparator=","
        disabled={isReadOnly}
        value={draft.global_rpm_limit ?? ''}
        onChange={(value) =>
          onChange({ global_rpm_limit: typeof value === 'number' ? value : undefined })
        }
      />
      <Select
        label="Models without a price"
        description="What happens to requests for them."
        data={UNPRICED}
        disabled={isReadOnly}
        value={draft.unpriced_model_policy}
        onChange={(value) =>
          onChange({
            unpriced_model_policy:
              UNPRICED.find((option) => option.value === value)?.value ?? 'warn',
          })
        }
        allowDeselect={false}
      />
      <Switch
        label="Ask readers of costs for a key"
        aria-label="Ask readers of costs for a key"
        description="On: the cost and budget services ask whoever reads for a key."
        disabled={isReadOnly}
        checked={draft.require_auth}
        onChange={({ currentTarget }) => onChange({ require_auth: currentTarget.checked })}
      />
    </SimpleGrid>
  );
}

/** Where the installation is, and how long it keeps what. */
export function PlaceFields({ draft, isReadOnly, onChange }: SettingsFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextInput
        label="Environment"
        description="Where this installation is, for policies: production."
        maxLength={64}
        disabled={isReadOnly}
        value={draft.environment}
        onChange={({ currentTarget }) => onChange({ environment: currentTarget.value })}
      />
      <Select
        label="Time zone"
        description="Of hours and weekdays in policies, and of calendar months."
        data={timeZones(draft.time_zone)}
        searchable
        limit={50}
        disabled={isReadOnly}
        value={draft.time_zone}
        onChange={(value) => onChange({ time_zone: value ?? 'UTC' })}
        allowDeselect={false}
      />
      {RETENTIONS.map(({ field, title }) => (
        <NumberInput
          key={field}
          label={title}
          min={1}
          max={36_500}
          allowDecimal={false}
          disabled={isReadOnly}
          value={draft.retention[field]}
          onChange={(value) =>
            typeof value === 'number' &&
            onChange({ retention: { ...draft.retention, [field]: value } })
          }
        />
      ))}
    </SimpleGrid>
  );
}
