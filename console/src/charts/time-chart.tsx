import { Group, Paper, Skeleton, Switch, Text, Title, type TitleOrder } from '@mantine/core';
import { lazy, Suspense, useCallback, useState, type KeyboardEvent } from 'react';
import { momentText } from './axis-time.ts';
import { hasValues, type ChartData } from './chart-data.ts';
import { ChartLegend } from './chart-legend.tsx';
import { movedIndex, valueText } from './chart-unit.ts';
import { ValueTable } from './value-table.tsx';

const ChartCanvas = lazy(async () => ({
  default: (await import('./chart-canvas.tsx')).ChartCanvas,
}));

/** As high as the canvas is, pixels. */
const HEIGHT = 200;

export interface TimeChartProps {
  readonly title: string;
  /** Undefined while it is read. Keep it the same object while nothing changes. */
  readonly data: ChartData | undefined;
  /** Of its heading. */
  readonly order?: TitleOrder;
}

/** Lines over time with their values where one points at them or moves by the arrow keys; or the same values as a table. */
export function TimeChart({ title, data, order = 2 }: TimeChartProps) {
  const [isTable, setTable] = useState(false);
  return (
    <Paper withBorder p="md" miw={0} component="section" aria-label={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap" align="flex-start">
        <Title order={order} size="h5">
          {title}
        </Title>
        <Switch
          size="xs"
          label="Table"
          aria-label={`${title} as a table`}
          checked={isTable}
          onChange={(event) => setTable(event.currentTarget.checked)}
        />
      </Group>
      {data ? (
        <Body title={title} data={data} isTable={isTable} />
      ) : (
        <Skeleton height={HEIGHT} />
      )}
    </Paper>
  );
}

interface BodyProps {
  readonly title: string;
  readonly data: ChartData;
  readonly isTable: boolean;
}

function Body({ title, data, isTable }: BodyProps) {
  if (!hasValues(data)) {
    return (
      <Text size="sm" c="dimmed">
        Nothing was measured in this time.
      </Text>
    );
  }
  return isTable ? <ValueTable title={title} data={data} /> : <Lines title={title} data={data} />;
}

function Lines({ title, data }: Omit<BodyProps, 'isTable'>) {
  const [cursor, setCursor] = useState<number>();
  const [told, setTold] = useState('');
  const { hidden, toggle } = useHidden();
  const move = (event: KeyboardEvent): void => {
    const next = movedIndex(event.key, cursor, data.moments.length);
    if (next === undefined) return;
    event.preventDefault();
    setCursor(next);
    setTold(valuesAt(data, next, hidden));
  };
  const at = cursor === undefined ? undefined : data.moments[cursor];
  return (
    <>
      <div
        role="application"
        tabIndex={0}
        aria-label={`${title}. The left and right arrow keys tell the values; the switch above shows them as a table.`}
        onKeyDown={move}
      >
        <Suspense fallback={<Skeleton height={HEIGHT} />}>
          <ChartCanvas data={data} hidden={hidden} cursor={cursor} onCursor={setCursor} />
        </Suspense>
      </div>
      <Text size="xs" c="dimmed" mih={20}>
        {at === undefined ? '' : momentText(at)}
      </Text>
      <ChartLegend {...{ title, data, cursor, hidden }} onToggle={toggle} />
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </>
  );
}

function useHidden() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((name: string): void => {
    setHidden((before) => before.symmetricDifference(new Set([name])));
  }, []);
  return { hidden, toggle };
}

/** What is told to who moves by the keyboard: the time, and the value of each line that is shown. */
function valuesAt(data: ChartData, index: number, hidden: ReadonlySet<string>): string {
  const values = data.series
    .filter(({ name }) => !hidden.has(name))
    .map(({ name, values }) => `${name}: ${valueText(data.unit, values[index])}`);
  return [momentText(data.moments[index] ?? 0), ...values].join(', ');
}
