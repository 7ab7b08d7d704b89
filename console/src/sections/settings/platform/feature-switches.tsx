import { SimpleGrid, Switch } from '@mantine/core';
import { FEATURES, type SettingsDraft } from './platform-settings.ts';

export interface SettingsFieldsProps {
  readonly draft: SettingsDraft;
  readonly isReadOnly: boolean;
  readonly onChange: (changes: Partial<SettingsDraft>) => void;
}

/** The switches of the platform. */
export function FeatureSwitches({ draft, isReadOnly, onChange }: SettingsFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {FEATURES.map(({ feature, title, text }) => (
        <Switch
          key={feature}
          label={title}
          aria-label={title}
          description={text}
          checked={draft.features[feature]}
          disabled={isReadOnly}
          onChange={({ currentTarget }) =>
            onChange({ features: { ...draft.features, [feature]: currentTarget.checked } })
          }
        />
      ))}
    </SimpleGrid>
  );
}
