import { Alert, Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { stringify } from 'yaml';
import { CodeDiff } from '../../code/code-diff.tsx';
import { CodeEditor } from '../../code/code-editor.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { valueText } from '../detail/merge/changed-fields.ts';
import { threeWayMerge, type MergeConflict } from '../detail/merge/three-way-merge.ts';
import type { Tree } from '../detail/merge/tree.ts';
import { ActionButton } from '../../ui/action/action-button.tsx';

export interface StaleWriteProps {
  /** What you began from. */
  readonly base: Tree;
  /** What is there now. */
  readonly theirs: Tree;
  /** What you made of it. */
  readonly mine: Tree;
  readonly onTakeTheirs: () => void;
  /** Gets what is there now with every field that you changed. */
  readonly onKeepMine: (merged: Tree) => void;
  /** While what was chosen is being done. */
  readonly isBusy?: boolean;
}

/** Somebody else changed an object while you did: the three states of it, and the ways on. */
export function StaleWrite(props: StaleWriteProps) {
  const { base, theirs, mine, onTakeTheirs, onKeepMine, isBusy = false } = props;
  const { merged, conflicts } = threeWayMerge({ base, theirs, mine });
  return (
    <Alert
      color="yellow"
      title="Somebody else changed this meanwhile"
      role="alert"
      styles={{ body: { minWidth: 0 } }}
    >
      <Stack gap="md" miw={0}>
        <Text size="sm">
          Your change is not saved, and not lost. You may drop it, or put it on top of theirs.
        </Text>
        <ThreeStates base={base} theirs={theirs} mine={mine} />
        {conflicts.length === 0 ? (
          <Text size="sm">You and they changed different fields: nothing is lost either way.</Text>
        ) : (
          <Conflicts conflicts={conflicts} />
        )}
        <Group gap="sm">
          <ActionButton onClick={() => onKeepMine(merged)} isBusy={isBusy}>
            Keep mine on top of theirs
          </ActionButton>
          <Button variant="default" onClick={onTakeTheirs} disabled={isBusy}>
            Take theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

const VIEWS = [
  { value: 'theirs', label: 'What they changed' },
  { value: 'mine', label: 'What you changed' },
  { value: 'base', label: 'What you began from' },
  { value: 'now', label: 'What is there now' },
] as const;
type View = (typeof VIEWS)[number]['value'];

function ThreeStates({ base, theirs, mine }: Pick<StaleWriteProps, 'base' | 'theirs' | 'mine'>) {
  const [view, setView] = useState<View>('theirs');
  const isNarrow = useMediaQuery('(max-width: 640px)');
  const label = VIEWS.find(({ value }) => value === view)?.label ?? '';
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="Which state to show"
        data={[...VIEWS]}
        value={view}
        onChange={setView}
        orientation={isNarrow ? 'vertical' : 'horizontal'}
      />
      {view === 'theirs' || view === 'mine' ? (
        <CodeDiff
          before={stringify(base)}
          after={stringify(view === 'theirs' ? theirs : mine)}
          language="yaml"
          label={label}
        />
      ) : (
        <CodeEditor
          value={stringify(view === 'base' ? base : theirs)}
          language="yaml"
          readOnly
          label={label}
        />
      )}
    </Stack>
  );
}

function Conflicts({ conflicts }: { readonly conflicts: readonly MergeConflict[] }) {
  return (
    <Stack gap="xs">
      <Text size="sm">
        You both changed {conflicts.length === 1 ? 'this field' : 'these fields'}. If you keep
        yours, your value stands.
      </Text>
      <TableRegion label="What you both changed" minWidth={520} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Field</Table.Th>
            <Table.Th scope="col">You began from</Table.Th>
            <Table.Th scope="col">There now</Table.Th>
            <Table.Th scope="col">Yours</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {conflicts.map(({ path, base, theirs, mine }) => (
            <Table.Tr key={path} style={{ overflowWrap: 'anywhere' }}>
              <Table.Td>{path}</Table.Td>
              <Table.Td>{valueText(base)}</Table.Td>
              <Table.Td>{valueText(theirs)}</Table.Td>
              <Table.Td>{valueText(mine)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableRegion>
    </Stack>
  );
}
