import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { SettingsYaml } from '../platform/settings-yaml.tsx';
import { CACHE_PURGE, useCacheWrite } from './use-cache-write.ts';

/** Has gateways forget answers: all of them, or those of one organization. */
export function Purge() {
  const confirm = useConfirm();
  const [organization, setOrganization] = useState('');
  const { mutate, reset, isPending, error, data } = useCacheWrite('The answers are forgotten.');
  if (data) return <SettingsYaml {...data} onClose={reset} />;
  const isAll = organization === '';
  const forget = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: isAll ? 'Forget all answers?' : `Forget the answers of ${organization}?`,
      text: 'What gateways kept until now is given to nobody again. Providers are asked in its place, which costs money and time until answers are kept anew.',
      action: 'Forget them',
      isDangerous: true,
    });
    const body = isAll ? {} : { organization_id: organization };
    if (isConfirmed) mutate({ method: 'POST', path: CACHE_PURGE, body });
  };
  return (
    <Paper withBorder p="md" maw={880} component="section" aria-label="Forget answers">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Forget answers
        </Title>
        <Text size="sm">
          Where answers have become wrong, as after a change of what models are told elsewhere. It
          takes a second or two until every gateway has heard of it.
        </Text>
        {error && <ProblemAlert error={error} title="Not forgotten" />}
        <ObjectSelect
          label="Organization"
          description="Empty: the answers of all."
          collection={RESOURCES.organization.collection}
          value={organization}
          onChange={(id = '') => setOrganization(id)}
        />
        <Group>
          <ActionButton
            variant="default"
            isBusy={isPending}
            onClick={() => {
              void forget();
            }}
          >
            Forget answers
          </ActionButton>
        </Group>
      </Stack>
    </Paper>
  );
}
