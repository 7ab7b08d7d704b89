import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface FigureProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Of what time it is, or what is counted. */
  readonly note?: string;
}

/** Names may stand here as well, and longer ones than a narrow screen has room for. */
const WRAP = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;

/** A number that says enough without a chart. */
export const Figure = ({ title, children, note }: FigureProps) => (
  <Paper withBorder p="md" role="group" aria-label={title}>
    <Text size="sm" c="dimmed">
      {title}
    </Text>
    <Text fz="clamp(18px, 5vw, 24px)" fw={600} className="number" component="div" style={WRAP}>
      {children}
    </Text>
    {note !== undefined && (
      <Text size="xs" c="dimmed" style={WRAP}>
        {note}
      </Text>
    )}
  </Paper>
);
