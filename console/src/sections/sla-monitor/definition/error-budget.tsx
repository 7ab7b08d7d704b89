import { Progress, Text } from '@mantine/core';
import { Dash } from '../../../ui/cells/moment.tsx';
import { budgetText } from './sla.ts';

export interface ErrorBudgetProps {
  /** Share of it; below 0 where it is overdrawn; undefined where nothing is known. */
  readonly left: number | undefined;
}

/** What is left of the error budget of 30 days, in words and as a bar. */
export function ErrorBudget({ left }: ErrorBudgetProps) {
  if (left === undefined) return <Dash />;
  return (
    <div style={{ minWidth: 120 }}>
      <Text size="sm" className="number">
        {budgetText(left)}
      </Text>
      <Progress
        size={6}
        mt={2}
        value={Math.min(100, Math.max(0, 100 * left))}
        color={left < 0.25 ? 'red' : 'teal'}
        aria-hidden
      />
    </div>
  );
}
