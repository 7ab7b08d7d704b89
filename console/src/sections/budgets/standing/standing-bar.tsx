import { Progress, Stack, Text } from '@mantine/core';
import { percentText, usdText } from '../../../ui/text/format-number.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import type { BudgetStanding } from './budget-standing.ts';
import { standingText } from './standing-text.ts';

export interface StandingBarProps {
  readonly standing: BudgetStanding;
  /** In a list, where there is room for a line. */
  readonly isShort?: boolean;
}

/** What is spent and reserved of a budget's limit, by a bar and in words. */
export function StandingBar({ standing, isShort = false }: StandingBarProps) {
  const { spent, limit } = standing;
  if (spent === undefined) return isShort ? <Dash /> : <Unknown />;
  if (limit === undefined || limit === 0) return <Text size="sm">{usdText(spent)} spent</Text>;
  return (
    <Stack gap={4} miw={isShort ? 180 : 0}>
      <Text {...(isShort ? { inherit: true } : { size: 'sm' })} className="number">
        {isShort
          ? `${usdText(spent)} of ${usdText(limit)}, ${percentText(spent / limit)}`
          : standingText(standing, { limit, spent })}
      </Text>
      <Bar
        size={isShort ? 4 : 12}
        color={colorOf(standing, spent)}
        spent={widthOf(spent, limit)}
        reserved={widthOf(standing.reserved, limit)}
      />
    </Stack>
  );
}

interface BarProps {
  readonly size: number;
  readonly color: string;
  /** Percent. */
  readonly spent: number;
  readonly reserved: number;
}

/** The words beside it say the same. */
const Bar = ({ size, color, spent, reserved }: BarProps) => (
  <Progress.Root size={size} aria-hidden>
    <Progress.Section withAria={false} value={spent} color={color} />
    <Progress.Section
      withAria={false}
      value={Math.min(reserved, 100 - spent)}
      color={color}
      striped
      opacity={0.5}
    />
  </Progress.Root>
);

const Unknown = () => (
  <Text size="sm" c="dimmed">
    Nobody has added up yet what is spent of it.
  </Text>
);

const widthOf = (amount: number | undefined, limit: number): number =>
  Math.min(((amount ?? 0) / limit) * 100, 100);

function colorOf({ soft, hard }: BudgetStanding, spent: number): string {
  if (hard !== undefined && spent >= hard) return 'red';
  return soft !== undefined && spent >= soft ? 'yellow' : 'teal';
}
