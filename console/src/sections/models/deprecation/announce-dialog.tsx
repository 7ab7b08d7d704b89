import { Button, Group, Modal, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useApi } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';

interface Announcement {
  readonly deprecation_date: string;
  readonly sunset_date: string;
  readonly replacement_model: string;
  readonly auto_reroute: boolean;
  readonly message: string;
}

const EMPTY: Announcement = {
  ...{ deprecation_date: '', sunset_date: '', replacement_model: '', auto_reroute: false },
  message: '',
};

export interface AnnounceDialogProps {
  readonly model: ApiObject;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Announces the end of a model: from when it is not to be used, when it ends, and what takes its place. */
export function AnnounceDialog({ model, isOpen, onClose }: AnnounceDialogProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [isBusy, setBusy] = useState(false);
  const announce = useAnnounce(model);
  const set = (more: Partial<Announcement>): void => setDraft((now) => ({ ...now, ...more }));
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const isDone = await announce(draft);
    setBusy(false);
    if (!isDone) return;
    setDraft(EMPTY);
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={visibleText(`Announce the end of ${model.id}`)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <AnnounceFields draft={draft} set={set} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <ActionButton type="submit" isBusy={isBusy}>
              Announce
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface AnnounceFieldsProps {
  readonly draft: Announcement;
  readonly set: (more: Partial<Announcement>) => void;
}

const AnnounceFields = ({ draft, set }: AnnounceFieldsProps) => (
  <>
    <TextInput
      type="date"
      label="Not to be used from"
      description="Answers tell clients from this day on. Empty: from now on."
      value={draft.deprecation_date}
      onChange={(event) => set({ deprecation_date: event.currentTarget.value })}
    />
    <TextInput
      type="date"
      label="Ends on"
      description="From this day on (UTC) it is not served any more. Empty: no day is set yet."
      value={draft.sunset_date}
      onChange={(event) => set({ sunset_date: event.currentTarget.value })}
    />
    <ObjectSelect
      label="Model to use instead"
      collection={RESOURCES.model.collection}
      value={draft.replacement_model}
      onChange={(id = '') => set({ replacement_model: id })}
    />
    <Switch
      label="Send its requests there after the end"
      disabled={draft.replacement_model === ''}
      checked={draft.auto_reroute && draft.replacement_model !== ''}
      onChange={(event) => set({ auto_reroute: event.currentTarget.checked })}
    />
    <Textarea
      label="What users should know"
      autosize
      minRows={2}
      value={draft.message}
      onChange={(event) => set({ message: event.currentTarget.value })}
    />
  </>
);

function useAnnounce({ id, organization_id: organization }: ApiObject) {
  const { collection } = RESOURCES.modelDeprecation;
  const api = useApi();
  const act = useAction(collection);
  return (draft: Announcement): Promise<boolean> => {
    const said = Object.entries(draft).filter(([, value]) => value !== '' && value !== false);
    const body = {
      ...Object.fromEntries(said),
      model_name: id,
      ...(typeof organization === 'string' && { organization_id: organization }),
    };
    const isMoved = draft.auto_reroute && draft.replacement_model !== '';
    return act(
      () => api.request(collection, { method: 'POST', body: { ...body, auto_reroute: isMoved } }),
      `The end of ${id} is announced.`,
    );
  };
}
