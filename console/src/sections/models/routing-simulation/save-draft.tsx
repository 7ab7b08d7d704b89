import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import { useKeptSearch } from '../../../address/use-go.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { pageOf, RESOURCES } from '../../../resources/resource-table.ts';
import { createBodyOf, fieldsOf, type PolicyDraft } from './policy-draft.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

export interface SaveDraftProps {
  readonly draft: PolicyDraft;
  /** Git owns the policy: it is changed there. */
  readonly isReadOnly: boolean;
}

/** Stores a draft: a new policy, or the changed fields of one that there is. */
export function SaveDraft({ draft, isReadOnly }: SaveDraftProps) {
  const { save, isBusy } = useSave(draft);
  if (draft.isRemoved || isReadOnly) return null;
  return (
    <ActionButton variant="default" isBusy={isBusy} onClick={() => void save()}>
      {draft.id === undefined ? 'Create this policy' : 'Save to the policy'}
    </ActionButton>
  );
}

function useSave(draft: PolicyDraft) {
  const { routingPolicy } = RESOURCES;
  const api = useApi();
  const act = useAction(routingPolicy.collection);
  const navigate = useNavigate();
  const search = useKeptSearch();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const { id } = draft;
    let saved = id;
    const isDone = await act(async () => {
      if (id === undefined) {
        const answer = await api.json<ApiObject>(routingPolicy.collection, {
          ...{ method: 'POST', body: createBodyOf(draft) },
        });
        saved = answer.id;
      } else {
        const path = objectPath(routingPolicy.collection, id);
        await api.request(path, { method: 'PATCH', body: fieldsOf(draft) });
      }
    }, 'The policy is saved.');
    setBusy(false);
    if (isDone && id === undefined && saved !== undefined) {
      void navigate({ to: pageOf(routingPolicy, saved), search } as never);
    }
  };
  return { save, isBusy };
}
