import { Group, Text, UnstyledButton, useComputedColorScheme } from '@mantine/core';
import type { ChartData } from './chart-data.ts';
import { valueText } from './chart-unit.ts';
import { lineLook, type LineLook } from './line-look.ts';

export interface ChartLegendProps {
  readonly title: string;
  readonly data: ChartData;
  /** Of the moment that is pointed at; undefined: of none. */
  readonly cursor: number | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
}

/** What each line of a chart is, with its value where one points. A press hides a line, and shows it again. */
export function ChartLegend({ title, data, cursor, hidden, onToggle }: ChartLegendProps) {
  const scheme = useComputedColorScheme('light');
  return (
    <Group gap="xs" role="group" aria-label={`Lines of ${title}`}>
      {data.series.map(({ name, values }, index) => (
        <UnstyledButton
          key={name}
          aria-pressed={!hidden.has(name)}
          onClick={() => onToggle(name)}
          style={{ display: 'flex', alignItems: 'center', gap: 6, maxWidth: '100%' }}
        >
          <Sample look={lineLook(index, scheme)} />
          <Text
            size="xs"
            component="span"
            style={{ overflowWrap: 'anywhere' }}
            {...(hidden.has(name) ? { td: 'line-through', c: 'dimmed' } : {})}
          >
            {name}
            {cursor !== undefined && !hidden.has(name) && (
              <b className="number">{` ${valueText(data.unit, values[cursor])}`}</b>
            )}
          </Text>
        </UnstyledButton>
      ))}
    </Group>
  );
}

const Sample = ({ look }: { readonly look: LineLook }) => (
  <svg width={28} height={10} aria-hidden style={{ flexShrink: 0 }}>
    <line
      x1={0}
      x2={28}
      y1={5}
      y2={5}
      stroke={look.color}
      strokeWidth={2.5}
      {...(look.dash.length > 0 ? { strokeDasharray: look.dash.join(' ') } : {})}
    />
  </svg>
);
