import { Button, Group, Kbd, SimpleGrid, Stack, Text } from '@mantine/core';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { useSearchParam } from '../address/search-params.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { AnswerPane } from './answer-pane.tsx';
import { DraftFields } from './draft-fields.tsx';
import { useChat } from './chat/use-chat.ts';
import { useDraft } from './chat/use-draft.ts';
import { ActionButton } from '../ui/action/action-button.tsx';

/** Asks a model something, by the rights of whoever is signed in, and shows what was decided and what it cost. */
export function Page() {
  const { draft, set } = useDraft();
  const [, setModel] = useSearchParam('model');
  const chat = useChat();
  const isReady = draft.model !== '' && draft.prompt.trim() !== '' && !chat.isBusy;
  const send = (): void => {
    if (isReady) void chat.send(draft);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send();
  };
  const sendByKeys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const chooseModel = (model: string): void => {
    set({ model });
    setModel(model);
  };
  return (
    <Stack>
      <PageTitle
        title="Playground"
        description="Ask a model. The request counts as yours: your models, policies, limits and budgets hold."
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <form onSubmit={submit} onKeyDown={sendByKeys}>
          <Stack>
            <DraftFields draft={draft} set={set} onModel={chooseModel} />
            <Group>
              <ActionButton type="submit" disabled={!isReady} isBusy={chat.isBusy}>
                Send
              </ActionButton>
              {chat.isBusy && (
                <Button variant="default" onClick={chat.stop}>
                  Stop
                </Button>
              )}
              <Text size="xs" c="dimmed">
                <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> sends
              </Text>
            </Group>
          </Stack>
        </form>
        <AnswerPane answer={chat.answer} failure={chat.failure} isBusy={chat.isBusy} />
      </SimpleGrid>
    </Stack>
  );
}
