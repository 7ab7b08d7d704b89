import { placeOf, type Interval } from './result-texts.ts';

const HEIGHT = 18;

/** Where a difference surely is, as a bar about its middle; the line is no difference. The same stands beside it as text. */
export function IntervalBar({ interval }: { readonly interval: Interval }) {
  const { from, to, at } = placeOf(interval);
  const percent = (value: number): string => `${value.toFixed(2)}%`;
  const middle = HEIGHT / 2;
  return (
    <svg width="100%" height={HEIGHT} aria-hidden style={{ minWidth: 140, display: 'block' }}>
      <line
        {...{ x1: '50%', x2: '50%', y1: 0, y2: HEIGHT, strokeDasharray: '3 2' }}
        stroke="var(--mantine-color-dimmed)"
      />
      <line
        {...{ x1: percent(from), x2: percent(to), y1: middle, y2: middle, strokeWidth: 5 }}
        stroke="var(--mantine-color-anchor)"
      />
      <circle cx={percent(at)} cy={middle} r={5} fill="var(--mantine-color-text)" />
    </svg>
  );
}
