import { Button, Group, NumberInput, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { PageTitle } from '../ui/page-title.tsx';
import { ObjectSelect } from '../ui/object-select.tsx';
import { ProblemAlert } from '../ui/states/problem-alert.tsx';
import { AnswerPane } from './answer-pane.tsx';
import { useChat, type ChatDraft } from './use-chat.ts';

const EMPTY: ChatDraft = {
  ...{ model: '', system: '', prompt: '', temperature: undefined, maxTokens: undefined },
};

/** Asks a model something, by the rights of whoever is signed in, and shows what was decided and what it cost. */
export function Page() {
  const [draft, setDraft] = useState(EMPTY);
  const chat = useChat();
  const set = (more: Partial<ChatDraft>): void => setDraft((now) => ({ ...now, ...more }));
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void chat.send(draft);
  };
  const isReady = draft.model !== '' && draft.prompt.trim() !== '';
  return (
    <Stack>
      <PageTitle
        title="Playground"
        description="Ask a model. The request counts as yours: your models, policies, limits and budgets hold."
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <form onSubmit={submit}>
          <Stack>
            <DraftFields draft={draft} set={set} />
            <Group>
              <Button type="submit" disabled={!isReady} loading={chat.isBusy}>
                Send
              </Button>
              {chat.isBusy && (
                <Button variant="default" onClick={chat.stop}>
                  Stop
                </Button>
              )}
            </Group>
          </Stack>
        </form>
        <Stack>
          {chat.failure !== undefined && <ProblemAlert error={chat.failure} title="Not answered" />}
          <AnswerPane answer={chat.answer} isBusy={chat.isBusy} />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

interface DraftFieldsProps {
  readonly draft: ChatDraft;
  readonly set: (more: Partial<ChatDraft>) => void;
}

const numberOf = (value: string | number): number | undefined =>
  value === '' ? undefined : Number(value);

const DraftFields = ({ draft, set }: DraftFieldsProps) => (
  <>
    <ObjectSelect
      label="Model"
      collection="/api/v1/models"
      value={draft.model}
      onChange={(model = '') => set({ model })}
      isRequired
    />
    <Textarea
      label="Instructions"
      description="What the model is to keep to. It may be empty."
      autosize
      minRows={2}
      value={draft.system}
      onChange={(event) => set({ system: event.currentTarget.value })}
    />
    <Textarea
      label="Message"
      autosize
      minRows={4}
      withAsterisk
      value={draft.prompt}
      onChange={(event) => set({ prompt: event.currentTarget.value })}
    />
    <Group grow>
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
