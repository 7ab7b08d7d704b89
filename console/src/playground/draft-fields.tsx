import { Group, NumberInput, Textarea } from '@mantine/core';
import { RESOURCES } from '../resources/resource-table.ts';
import { ObjectSelect } from '../ui/object-select.tsx';
import type { ChatDraft } from './chat/use-draft.ts';

export interface DraftFieldsProps {
  readonly draft: ChatDraft;
  readonly set: (more: Partial<ChatDraft>) => void;
  readonly onModel: (model: string) => void;
}

const numberOf = (value: string | number): number | undefined =>
  value === '' ? undefined : Number(value);

/** What is asked, and of which model. */
export const DraftFields = ({ draft, set, onModel }: DraftFieldsProps) => (
  <>
    <ObjectSelect
      label="Model"
      collection={RESOURCES.model.collection}
      value={draft.model}
      onChange={(model = '') => onModel(model)}
      isRequired
    />
    <Textarea
      label="Instructions"
      description="What the model is to keep to. It may be empty."
      autosize
      minRows={2}
      maxRows={12}
      value={draft.system}
      onChange={(event) => set({ system: event.currentTarget.value })}
    />
    <Textarea
      label="Message"
      autosize
      minRows={4}
      maxRows={20}
      withAsterisk
      value={draft.prompt}
      onChange={(event) => set({ prompt: event.currentTarget.value })}
    />
    <Group grow align="flex-end">
      <NumberInput
        label="Temperature"
        min={0}
        max={2}
        step={0.1}
        value={draft.temperature ?? ''}
        onChange={(value) => set({ temperature: numberOf(value) })}
      />
      <NumberInput
        label="Longest answer (tokens)"
        min={1}
        allowDecimal={false}
        value={draft.maxTokens ?? ''}
        onChange={(value) => set({ maxTokens: numberOf(value) })}
      />
    </Group>
  </>
);
