import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartData } from './chart-data.ts';
import { axisText } from './chart-unit.ts';

const HEIGHT = 200;
/** Okabe and Ito's colours, darker on light ground and lighter on dark ground. */
const COLORS = {
  light: ['#0072b2', '#b34700', '#00735a', '#a3497f'],
  dark: ['#56b4e9', '#e69f00', '#2bc79a', '#e39ac4'],
} as const;
const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4]] as const;

export interface ChartCanvasProps {
  readonly data: ChartData;
  readonly cursor: number | undefined;
  readonly onCursor: (index: number | undefined) => void;
}

/** The lines of a chart, drawn by uPlot. */
export function ChartCanvas({ data, cursor, onCursor }: ChartCanvasProps) {
  const scheme = useComputedColorScheme('light');
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const made = new UPlot(optionsOf(data, scheme, element.clientWidth, onCursor), rowsOf(data), element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [data, scheme, onCursor]);
  useEffect(() => {
    const at = cursor === undefined ? undefined : data.moments[cursor];
    if (at === undefined) return;
    plot.current?.setCursor({ left: plot.current.valToPos(at / 1000, 'x'), top: 0 }, false);
  }, [cursor, data]);
  return <div ref={place} aria-hidden />;
}

const rowsOf = ({ moments, series }: ChartData): UPlot.AlignedData => [
  moments.map((at) => at / 1000),
  ...series.map(({ values }) => [...values]),
];

function optionsOf(
  { unit, series }: ChartData,
  scheme: 'light' | 'dark',
  width: number,
  onCursor: ChartCanvasProps['onCursor'],
): UPlot.Options {
  const stroke = scheme === 'dark' ? '#c9c9c9' : '#495057';
  const grid = { stroke: scheme === 'dark' ? '#424242' : '#e9ecef', width: 1 };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    axes: [
      { stroke, grid },
      { stroke, grid, size: 64, values: (_, marks) => marks.map((mark) => axisText(unit, mark)) },
    ],
    series: [
      {},
      ...series.map(({ name }, index) => ({
        label: name,
        stroke: COLORS[scheme][index % 4] ?? stroke,
        dash: [...(DASHES[index % 4] ?? [])],
        width: 2,
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)] },
  };
}
