import { Box as Frame } from '@mantine/core';
import { useId } from 'react';
import type { ApiObject } from '../../../api/api-object.ts';
import { kindText } from '../steps/workflow-steps.ts';
import { graphOf, type Box, type Line } from './graph-layout.ts';
import { plannedSteps } from './planned-steps.ts';

const WIDTH = 190;
const HEIGHT = 52;
const BESIDE = 24;
const BELOW = 40;
const MARGIN = 8;
/** Where there is less room it is drawn smaller, down to this share of its size, at which it can still be read; from there on it scrolls. */
const SMALLEST = 0.75;

/** Longer ids are cut in the drawing; the table below it has them whole. */
const MOST_SIGNS = 22;

const cut = (text: string): string =>
  text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS - 1)}…` : text;

const leftOf = ({ column }: Box): number => MARGIN + column * (WIDTH + BESIDE);
const topOf = ({ row }: Box): number => MARGIN + row * (HEIGHT + BELOW);

/** The steps of a workflow as a drawing: from top to bottom, in the order in which they run. What it shows stands in the table of steps as well, for whoever does not see it. */
export function StepGraph({ object }: { readonly object: ApiObject }) {
  const { boxes, lines, columns, rows } = graphOf(plannedSteps(object));
  const arrow = useId();
  if (boxes.length === 0) return null;
  const width = 2 * MARGIN + columns * (WIDTH + BESIDE) - BESIDE;
  const height = 2 * MARGIN + rows * (HEIGHT + BELOW) - BELOW;
  const byId = new Map(boxes.map((box) => [box.id, box]));
  return (
    <Frame className="scroll-x" tabIndex={0} role="region" aria-label="Drawing of the steps">
      <svg
        {...{ viewBox: `0 0 ${width} ${height}`, role: 'img' }}
        style={{ display: 'block', inlineSize: `clamp(${width * SMALLEST}px, 100%, ${width}px)` }}
        aria-label="The order of the steps: the table below tells it in words"
      >
        <defs>
          <marker
            {...{ id: arrow, viewBox: '0 0 8 8', refX: 8, refY: 4, orient: 'auto' }}
            {...{ markerWidth: 8, markerHeight: 8 }}
          >
            <path d="M0 0 L8 4 L0 8 z" style={{ fill: 'var(--mantine-color-dimmed)' }} />
          </marker>
        </defs>
        {lines.map((line) => (
          <Way key={`${line.from} ${line.to}`} line={line} boxes={byId} arrow={arrow} />
        ))}
        {boxes.map((box) => (
          <StepBox key={box.id} box={box} />
        ))}
      </svg>
    </Frame>
  );
}

const BOX = {
  fill: 'var(--mantine-color-body)',
  stroke: 'var(--mantine-color-dimmed)',
} as const;

function StepBox({ box }: { readonly box: Box }) {
  const middle = leftOf(box) + WIDTH / 2;
  const text = { x: middle, textAnchor: 'middle' } as const;
  return (
    <g>
      <rect
        {...{ x: leftOf(box), y: topOf(box), width: WIDTH, height: HEIGHT, rx: 6 }}
        style={BOX}
      />
      <text
        {...{ ...text, y: topOf(box) + 22 }}
        style={{ fontSize: 13, fontWeight: 600, fill: 'var(--mantine-color-text)' }}
      >
        {cut(box.id)}
      </text>
      <text
        {...{ ...text, y: topOf(box) + 40 }}
        style={{ fontSize: 12, fill: 'var(--mantine-color-dimmed)' }}
      >
        {cut(kindText(box.type))}
      </text>
    </g>
  );
}

interface WayProps {
  readonly line: Line;
  readonly boxes: ReadonlyMap<string, Box>;
  /** Id of the sign at its end. */
  readonly arrow: string;
}

/** Dashed where it is only gone when a step fails. */
function Way({ line: { from, to, kind }, boxes, arrow }: WayProps) {
  const [start, end] = [boxes.get(from), boxes.get(to)];
  if (!start || !end) return null;
  const [x1, y1] = [leftOf(start) + WIDTH / 2, topOf(start) + HEIGHT];
  const [x2, y2] = [leftOf(end) + WIDTH / 2, topOf(end)];
  const bend = BELOW / 2;
  return (
    <path
      d={`M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`}
      markerEnd={`url(#${arrow})`}
      style={{
        fill: 'none',
        stroke: 'var(--mantine-color-dimmed)',
        strokeWidth: 1.5,
        ...(kind === 'failure' && { strokeDasharray: '4 4' }),
      }}
    />
  );
}
