import { Button, Group, Paper, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionKey } from '../../api/query-client.ts';
import { messageOf } from '../../api/use-action.ts';
import { countText } from '../../ui/cells/format-number.ts';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';
import type { BulkAction } from '../record-list-props.ts';
import type { Marks } from '../table/use-marks.ts';

export interface BulkBarProps<T> {
  readonly collection: string;
  readonly nouns: string;
  readonly actions: readonly BulkAction<T>[];
  /** Those of the marked that are on this page. */
  readonly marked: readonly T[];
  readonly idOf: (record: T) => string;
  readonly marks: Marks;
}

/** What can be done with the records that are marked. */
export function BulkBar<T>(props: BulkBarProps<T>) {
  const { nouns, actions, marked, marks } = props;
  const run = useBulk(props);
  if (marked.length === 0) return null;
  return (
    <Paper withBorder p="xs" mb="xs" role="region" aria-label="Marked rows">
      <Group gap="xs">
        <Text size="sm">
          {countText(marked.length)} {nouns} marked
        </Text>
        {actions.map((action) => (
          <Button
            key={action.title}
            size="xs"
            variant="default"
            {...(action.isDangerous === true ? { c: 'red' } : {})}
            loading={run.current === action.title}
            disabled={run.current !== undefined}
            onClick={() => void run.start(action)}
          >
            {action.title}
          </Button>
        ))}
        <Button size="xs" variant="subtle" onClick={() => marks.setAll([])}>
          Unmark all
        </Button>
      </Group>
    </Paper>
  );
}

function useBulk<T>({ collection, nouns, marked, idOf, marks }: BulkBarProps<T>) {
  const confirm = useConfirm();
  const client = useQueryClient();
  const [current, setCurrent] = useState<string>();
  const start = async (action: BulkAction<T>): Promise<void> => {
    const { title, question, isDangerous = false } = action;
    const text = question?.(marked.length);
    const asked = { title: `${title}?`, action: title, isDangerous };
    if (text !== undefined && !(await confirm({ ...asked, text }))) return;
    setCurrent(title);
    const failed: string[] = [];
    for (const record of marked) {
      // One after the other: what fails says why, and the service is not flooded.
      await action.run(record).catch((error: unknown) => {
        failed.push(`${idOf(record)}: ${messageOf(error)}`);
      });
    }
    setCurrent(undefined);
    marks.setAll([]);
    void client.invalidateQueries({ queryKey: collectionKey(collection) });
    const done = `${title}: ${countText(marked.length - failed.length)} of ${countText(marked.length)} ${nouns}`;
    notifications.show({
      title: done,
      message: failed.slice(0, 3).join('\n'),
      color: failed.length > 0 ? 'red' : 'teal',
      autoClose: failed.length > 0 ? false : 4000,
    });
  };
  return { current, start };
}
