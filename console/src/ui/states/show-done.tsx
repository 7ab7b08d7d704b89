import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { visibleText } from '../text/visible-text.ts';

/** How long there is time to undo something, ms. */
const UNDO_MS = 12_000;

/** Says in a corner of the page that something was done, with a way to undo it where there is one. */
export function showDone(text: string, undo?: () => unknown): void {
  const message = visibleText(text);
  if (!undo) {
    notifications.show({ message, color: 'teal' });
    return;
  }
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const take = () => {
    notifications.hide(id);
    undo();
  };
  const notice = {
    ...{ id, color: 'teal' },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button size="compact-xs" variant="default" onClick={take}>
          Undo
        </Button>
      </Group>
    ),
  };
  const stayFor = (autoClose: number | false) => ({
    ...{ ...notice, autoClose },
    // It does not go while somebody is at its button.
    onFocus: () => notifications.update(stayFor(false)),
    onBlur: () => notifications.update(stayFor(UNDO_MS)),
  });
  notifications.show(stayFor(UNDO_MS));
}
