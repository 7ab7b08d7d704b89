import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { axisTimes } from './axis-time.ts';
import { loneValues, type ChartData } from './chart-data.ts';
import { axisRange, axisSteps, axisText, axisWidth } from './chart-unit.ts';
import { lineLook, type Scheme } from './line-look.ts';

export const CHART_HEIGHT = 200;

export interface ChartCanvasProps {
  readonly data: ChartData;
  /** Names of lines that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  readonly cursor: number | undefined;
  readonly onCursor: (index: number | undefined) => void;
}

/** The lines of a chart, drawn by uPlot. */
export function ChartCanvas({ data, hidden, cursor, onCursor }: ChartCanvasProps) {
  const scheme = useComputedColorScheme('light');
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const options = optionsOf({ data, hidden, scheme, width: element.clientWidth, onCursor });
    const made = new UPlot(options, rowsOf(data), element);
    plot.current = made;
    const observer = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: CHART_HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [data, hidden, scheme, onCursor]);
  useEffect(() => {
    const at = cursor === undefined ? undefined : data.moments[cursor];
    if (at === undefined) return;
    plot.current?.setCursor({ left: plot.current.valToPos(at / 1000, 'x'), top: 0 }, false);
  }, [cursor, data]);
  return <div ref={place} aria-hidden style={{ height: CHART_HEIGHT }} />;
}

const rowsOf = ({ moments, series }: ChartData): UPlot.AlignedData => [
  moments.map((at) => at / 1000),
  ...series.map(({ values }) => [...values]),
];

interface Drawn {
  readonly data: ChartData;
  readonly hidden: ReadonlySet<string>;
  readonly scheme: Scheme;
  readonly width: number;
  readonly onCursor: ChartCanvasProps['onCursor'];
}

function optionsOf({ data, hidden, scheme, width, onCursor }: Drawn): UPlot.Options {
  const { unit, series } = data;
  const stroke = scheme === 'dark' ? '#c9c9c9' : '#495057';
  const steps = axisSteps(unit);
  const grid = { stroke: scheme === 'dark' ? '#424242' : '#e9ecef', width: 1 };
  return {
    width,
    height: CHART_HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_, least, most) => [...axisRange(unit, least, most)] } },
    axes: [
      { stroke, grid, size: 32, space: 64, values: (_, marks) => axisTimes(marks) },
      {
        ...{ stroke, grid, size: (_: UPlot, texts: readonly string[] | null) => axisWidth(texts) },
        ...(steps && { incrs: [...steps] }),
        values: (_, marks) => marks.map((mark) => axisText(unit, mark)),
      },
    ],
    series: [
      {},
      ...series.map(({ name, values }, index) => {
        const { color, dash } = lineLook(index, scheme);
        return {
          ...{ label: name, show: !hidden.has(name), stroke: color, dash: [...dash], width: 2 },
          // A line needs two values beside each other: one that stands alone is a point.
          points: { show: true, size: 6, fill: color, filter: () => [...loneValues(values)] },
        };
      }),
    ],
    hooks: { setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)] },
  };
}
