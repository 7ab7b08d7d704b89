import { Button, Group, Paper, Text } from '@mantine/core';
import { countText } from '../../ui/text/format-number.ts';
import type { BulkAction } from '../kit/record-list-props.ts';
import { BulkReport } from './bulk-report.tsx';
import { useBulk, type BulkParts } from './use-bulk.tsx';
import { ActionButton } from '../../ui/action/action-button.tsx';

export interface BulkBarProps<T> extends BulkParts<T> {
  readonly actions: readonly BulkAction<T>[];
  /** The rows of the page that is shown. */
  readonly shown: readonly T[];
}

/** What can be done with the records that are marked, on this page and on others. */
export function BulkBar<T>({ actions, shown, ...parts }: BulkBarProps<T>) {
  const { nouns, marks } = parts;
  const { progress, report, start, closeReport } = useBulk(parts);
  const count = marks.records.size;
  const elsewhere = count - shown.filter(marks.has).length;
  return (
    <>
      <BulkReport report={report} onClose={closeReport} />
      {(count > 0 || progress !== undefined) && (
        <Paper withBorder p="xs" role="region" aria-label={`Marked ${nouns}`}>
          <Group gap="xs">
            <Text size="sm" role="status">
              {countText(count)} marked
              {elsewhere > 0 && `, ${countText(elsewhere)} of them on other pages`}
            </Text>
            {actions.map((action) => (
              <ActionButton
                key={action.title}
                size="xs"
                variant="default"
                {...(action.isDangerous === true ? { c: 'red' } : {})}
                isBusy={progress?.title === action.title}
                disabled={progress !== undefined}
                onClick={() => void start(action)}
              >
                {action.title}
              </ActionButton>
            ))}
            {progress ? (
              <Text size="sm" role="status">
                {countText(progress.count)} of {countText(progress.of)}
              </Text>
            ) : (
              <Button size="xs" variant="subtle" onClick={() => marks.keep([])}>
                Unmark all
              </Button>
            )}
          </Group>
        </Paper>
      )}
    </>
  );
}
