import { Button, Group, Stack, Text } from '@mantine/core';
import { useCan } from '../../../api/runtime.tsx';
import { Moment } from '../../../ui/cells/moment.tsx';
import { stepsOf, type AccessRequest } from './access-request.ts';
import { RemainingNote } from './remaining-note.tsx';
import { STEP_TEXTS, useDecide } from './use-decide.ts';

/** Why access was asked for, what was decided, and the buttons that decide. */
export function RequestDetails({ record }: { readonly record: AccessRequest }) {
  const { status, justification, duration_days, decided_at, decided_by, expires_at } = record;
  const canDecide = useCan('access_requests:approve');
  const decide = useDecide();
  return (
    <Stack gap="xs" py="xs" align="flex-start">
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {justification ?? 'No reason was given.'}
      </Text>
      {duration_days !== null && (
        <Text size="sm">Asked for {duration_days === 1 ? '1 day' : `${duration_days} days`}.</Text>
      )}
      {decided_at !== null && (
        <Text size="sm">
          Decided <Moment at={decided_at} />
          {decided_by !== null && ` by ${decided_by}`}
        </Text>
      )}
      {expires_at !== null && (
        <Text size="sm">
          The access ends <Moment at={expires_at} />
        </Text>
      )}
      {(status === 'pending' || status === 'approved') && (
        <RemainingNote
          tier={record.tier_id}
          holders={{
            team: record.team_id,
            apiKey: record.key_id,
            organization: record.organization_id,
          }}
        />
      )}
      {canDecide && (
        <Group gap="xs">
          {stepsOf(status).map((step) => (
            <Button
              key={step}
              size="xs"
              variant={step === 'approve' ? 'filled' : 'default'}
              onClick={() => void decide(record, step)}
            >
              {STEP_TEXTS[step].action}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
