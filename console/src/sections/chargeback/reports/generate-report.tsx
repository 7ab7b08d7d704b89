import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi, useUser } from '../../../api/runtime.tsx';
import { useSearchParams } from '../../../address/search-params.ts';
import { useKeptSearch } from '../../../address/use-go.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { bodyOf, problemOf, type ReportDraft } from './report-draft.ts';
import { monthBefore, REPORTS, type Report } from './report.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { idInPath } from '../../../address/id-in-path.ts';

/** A button that opens the report builder. */
export function GenerateReport() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        New report
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="New report"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Builder />
      </Modal>
    </>
  );
}

function useGenerate() {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = useKeptSearch();
  return useMutation({
    mutationFn: (body: unknown) =>
      api.json<Report>(`${REPORTS}/generate`, { method: 'POST', body }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: collectionKey(REPORTS) });
      await navigate({ to: `/chargeback/${idInPath(id)}`, search } as never);
    },
  });
}

function Builder() {
  const { org = '' } = useSearchParams();
  const [draft, setDraft] = useState<ReportDraft>(() => ({
    ...{ kind: 'month', month: monthBefore(new Date()), first: '', last: '' },
    ...{ name: '', organization: org },
  }));
  const { mutate, isPending, error } = useGenerate();
  const problem = problemOf(draft);
  const change = (changes: Partial<ReportDraft>) => setDraft((now) => ({ ...now, ...changes }));
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(bodyOf(draft));
  };
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Text size="sm">
          The draft has what was spent in the period, divided by the allocation rules of now: of a
          period that still runs, what was spent up to the last quarter of an hour.
        </Text>
        {error && <ProblemAlert error={error} />}
        <PeriodFields draft={draft} onChange={change} />
        <TextInput
          label="Name"
          description="Empty: it is named by its period."
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <OrganizationField draft={draft} onChange={change} />
        {problem !== undefined && (
          <Text size="sm" c="dimmed">
            {problem}
          </Text>
        )}
        <Group justify="flex-end">
          <ActionButton type="submit" isBusy={isPending} disabled={problem !== undefined}>
            Make a draft
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldsProps {
  readonly draft: ReportDraft;
  readonly onChange: (changes: Partial<ReportDraft>) => void;
}

function PeriodFields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <SegmentedControl
        aria-label="Kind of period"
        value={draft.kind}
        onChange={(kind) => onChange({ kind: kind === 'days' ? 'days' : 'month' })}
        data={[
          { value: 'month', label: 'A month' },
          { value: 'days', label: 'From day to day' },
        ]}
      />
      {draft.kind === 'month' ? (
        <TextInput
          label="Month"
          type="month"
          value={draft.month}
          onChange={({ currentTarget }) => onChange({ month: currentTarget.value })}
        />
      ) : (
        <Group grow>
          <TextInput
            label="First day"
            type="date"
            value={draft.first}
            onChange={({ currentTarget }) => onChange({ first: currentTarget.value })}
          />
          <TextInput
            label="Last day"
            type="date"
            value={draft.last}
            onChange={({ currentTarget }) => onChange({ last: currentTarget.value })}
          />
        </Group>
      )}
    </>
  );
}

/** People of an organization make reports of it alone. */
function OrganizationField({ draft, onChange }: FieldsProps) {
  const user = useUser();
  if (user.organization_id !== null) return null;
  return (
    <ObjectSelect
      label="Organization"
      description="Empty: the whole platform."
      collection={RESOURCES.organization.collection}
      value={draft.organization}
      onChange={(organization = '') => onChange({ organization })}
    />
  );
}
