import { Group, Paper, Skeleton, Switch, Table, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState, type KeyboardEvent } from 'react';
import type { ChartData } from './chart-data.ts';
import { movedIndex, valueText } from './chart-unit.ts';

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }));

export interface TimeChartProps {
  readonly title: string;
  /** Undefined while it is read. Keep it the same object while nothing changes. */
  readonly data: ChartData | undefined;
}

/** Lines over time, or the same values as a table. */
export function TimeChart({ title, data }: TimeChartProps) {
  const [isTable, setTable] = useState(false);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {data ? `${title} (${data.unit})` : title}
        </Title>
        <Switch
          size="xs"
          label="Table"
          aria-label={`${title} as a table`}
          checked={isTable}
          onChange={(event) => setTable(event.currentTarget.checked)}
        />
      </Group>
      {data ? <Body title={title} data={data} isTable={isTable} /> : <Skeleton height={200} />}
    </Paper>
  );
}

interface BodyProps {
  readonly title: string;
  readonly data: ChartData;
  readonly isTable: boolean;
}

function Body({ title, data, isTable }: BodyProps) {
  if (data.moments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing was measured in this time.
      </Text>
    );
  }
  return isTable ? <ValueTable title={title} data={data} /> : <Lines title={title} data={data} />;
}

const momentText = (at: number): string => new Date(at).toLocaleString('en');

function Lines({ title, data }: Omit<BodyProps, 'isTable'>) {
  const [cursor, setCursor] = useState<number>();
  const at = cursor === undefined ? undefined : data.moments[cursor];
  const move = (event: KeyboardEvent): void => {
    const next = movedIndex(event.key, cursor, data.moments.length);
    if (next === undefined) return;
    event.preventDefault();
    setCursor(next);
  };
  const values = data.series.map(
    ({ name, values }) => `${name}: ${valueText(data.unit, values[cursor ?? 0])}`,
  );
  return (
    <>
      <div role="application" tabIndex={0} aria-label={`${title}. Arrow keys tell the values.`} onKeyDown={move}>
        <Suspense fallback={<Skeleton height={200} />}>
          <ChartCanvas data={data} cursor={cursor} onCursor={setCursor} />
        </Suspense>
      </div>
      <Text size="sm" role="status" mih={22}>
        {at === undefined ? '' : `${momentText(at)} · ${values.join(' · ')}`}
      </Text>
    </>
  );
}

const ValueTable = ({ title, data }: Omit<BodyProps, 'isTable'>) => (
  <Table.ScrollContainer minWidth={300} maxHeight={240}>
    <Table aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Time</Table.Th>
          {data.series.map(({ name }) => (
            <Table.Th key={name} ta="end">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.moments.map((at, index) => (
          <Table.Tr key={at}>
            <Table.Td>{momentText(at)}</Table.Td>
            {data.series.map(({ name, values }) => (
              <Table.Td key={name} ta="end">
                {valueText(data.unit, values[index])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
