import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Alert, Modal, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../api/runtime.tsx';
import { countText } from '../../ui/text/format-number.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { ActionButton } from '../../ui/action/action-button.tsx';

type Verification = ApiSchemas['AuditVerification'];

/** Has the service check that no entry of the log was changed or taken away, and shows what it found. */
export function VerifyButton() {
  const api = useApi();
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: () => api.json<Verification>('/api/v1/audit-logs/verify'),
  });
  return (
    <>
      <ActionButton
        size="xs"
        variant="default"
        leftSection={<IconShieldCheck size={14} aria-hidden />}
        isBusy={isPending}
        onClick={() => mutate()}
      >
        Verify
      </ActionButton>
      <Modal
        opened={data !== undefined || error !== null}
        onClose={reset}
        title="Check of the audit log"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {error && <ProblemAlert error={error} />}
        {data && <Found verification={data} />}
      </Modal>
    </>
  );
}

function Found({ verification }: { readonly verification: Verification }) {
  const { valid, entries, first_seq, last_seq, dropped_up_to, broken } = verification;
  if (!valid) {
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} title="The log was tampered with">
        {broken ? `Entry ${broken.seq}: ${broken.reason}` : 'The entries do not fit together.'}
      </Alert>
    );
  }
  return (
    <Stack gap="xs">
      <Alert color="teal" icon={<IconCircleCheck size={18} />} title="Every entry is as written">
        {countText(entries)} entries were checked
        {first_seq !== null && last_seq !== null && `, ${first_seq} to ${last_seq}`}.
      </Alert>
      {dropped_up_to > 0 && (
        <Text size="sm" c="dimmed">
          Entries up to {dropped_up_to} are older than the log is kept, and were removed.
        </Text>
      )}
    </Stack>
  );
}
