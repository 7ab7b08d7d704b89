import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Group, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notifications } from '@mantine/notifications';
import { useState, type SubmitEvent } from 'react';
import { useObject } from '../../../api/read/list.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi, useCan, useUser } from '../../../api/runtime.tsx';
import { useSearchParams } from '../../../address/search-params.ts';
import { useKeptSearch } from '../../../address/use-go.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { NoRights } from '../../../ui/states/no-rights.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { REQUESTS, type AccessRequest } from './access-request.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import {
  bodyOf,
  EMPTY_DRAFT,
  HOLDERS,
  holdersOf,
  isComplete,
  type RequestDraft,
} from './request-draft.ts';
import { RemainingNote } from './remaining-note.tsx';

type Tier = ApiSchemas['AccessTier'];

const { collection: TIERS } = RESOURCES.accessTier;

const HOLDER_LABELS = {
  me: 'Myself',
  team: 'A team',
  key: 'An API key',
  user: 'Another person',
} as const;

/** Asks for the models of a tier. */
export function Page() {
  return useCan('access_requests:write') ? <Asking /> : <NoRights what="ask for access" />;
}

function Asking() {
  const params = useSearchParams();
  const user = useUser();
  const [draft, setDraft] = useState<RequestDraft>({
    ...EMPTY_DRAFT,
    tier: params['tier'] ?? '',
  });
  const { mutate, isPending, error } = useAsk();
  const { data: tier } = useObject<Tier>(TIERS, draft.tier, { enabled: draft.tier !== '' });
  const isReasonMissing = needsReason(tier) && draft.justification.trim() === '';
  const change = (changes: Partial<RequestDraft>) => setDraft((now) => ({ ...now, ...changes }));
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(bodyOf(draft, params['org'] ?? ''));
  };
  return (
    <Stack gap="xs" maw={640}>
      <PageTitle
        title="Ask for access"
        description="A tier that asks for no approval is granted at once."
      />
      <form onSubmit={send}>
        <Stack gap="md">
          {error && <ProblemAlert error={error} />}
          <DraftFields draft={draft} tier={tier} onChange={change} />
          <RemainingNote tier={draft.tier} holders={holdersOf(draft, user)} />
          <Group justify="flex-end">
            <ActionButton
              type="submit"
              isBusy={isPending}
              disabled={!isComplete(draft) || isReasonMissing}
            >
              Ask for access
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

interface TierProps {
  /** Undefined: none is chosen, or it is not known yet. */
  readonly tier: Tier | undefined;
}

const needsReason = (tier: Tier | undefined): boolean => tier?.requires_justification === true;

/** What a tier has, and what becomes of a request for it. */
function TierNote({ tier }: TierProps) {
  if (!tier) return null;
  const { models = [], model_tiers: labels = [], requires_approval: isClosed } = tier;
  const parts = [...models, ...labels.map((label) => `all with the label ${label}`)];
  return (
    <>
      {parts.length === 0 ? 'It has no models yet.' : `Models: ${parts.join(', ')}.`}{' '}
      {isClosed ? 'Somebody decides about the request.' : 'It is granted at once.'}
    </>
  );
}

function useAsk() {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = useKeptSearch();
  return useMutation({
    mutationFn: (body: unknown) => api.json<AccessRequest>(REQUESTS, { method: 'POST', body }),
    onSuccess: async ({ status }) => {
      const message =
        status === 'approved' ? 'The access is granted.' : 'The request waits for a decision.';
      notifications.show({ message, color: 'teal' });
      await client.invalidateQueries({ queryKey: collectionKey(REQUESTS) });
      await navigate({ to: '/access-requests', search } as never);
    },
  });
}

interface DraftFieldsProps {
  readonly draft: RequestDraft;
  readonly onChange: (changes: Partial<RequestDraft>) => void;
}

function DraftFields({ draft, tier, onChange }: DraftFieldsProps & TierProps) {
  return (
    <>
      <ObjectSelect
        label="Access tier"
        description={<TierNote tier={tier} />}
        collection={TIERS}
        value={draft.tier}
        onChange={(tier = '') => onChange({ tier })}
        isRequired
      />
      <Select
        label="For"
        data={HOLDERS.map((value) => ({ value, label: HOLDER_LABELS[value] }))}
        value={draft.holder}
        onChange={(value) =>
          onChange({ holder: HOLDERS.find((holder) => holder === value) ?? 'me', holderId: '' })
        }
        allowDeselect={false}
      />
      <HolderField draft={draft} onChange={onChange} />
      <Textarea
        label="Reason"
        description="What it is needed for."
        withAsterisk={needsReason(tier)}
        autosize
        minRows={3}
        maxLength={2000}
        value={draft.justification}
        onChange={({ currentTarget }) => onChange({ justification: currentTarget.value })}
      />
      <NumberInput
        label="Days"
        description="For how long, from the approval on. Empty: as long as the tier allows."
        min={1}
        max={tier?.max_grant_duration_days ?? 3650}
        allowDecimal={false}
        value={draft.days ?? ''}
        onChange={(days) => onChange({ days: typeof days === 'number' ? days : undefined })}
      />
    </>
  );
}

function HolderField({ draft: { holder, holderId }, onChange }: DraftFieldsProps) {
  if (holder === 'me') return null;
  if (holder === 'user') {
    return (
      <TextInput
        label="Person"
        withAsterisk
        value={holderId}
        onChange={({ currentTarget }) => onChange({ holderId: currentTarget.value.trim() })}
      />
    );
  }
  const resource = holder === 'team' ? RESOURCES.team : RESOURCES.apiKey;
  return (
    <ObjectSelect
      label={holder === 'team' ? 'Team' : 'API key'}
      collection={resource.collection}
      value={holderId}
      onChange={(id = '') => onChange({ holderId: id })}
      isRequired
    />
  );
}
