import { Progress, Stack, Text } from '@mantine/core';
import { percentText, usdText } from './format-number.ts';
import { Usd } from './numbers.tsx';

export interface RatioProps {
  /** What it is, for who does not see the bar: "Spend". */
  readonly title: string;
  /** US dollars. */
  readonly value: number | undefined;
  /** What they are a part of; undefined: of nothing that is limited. */
  readonly whole: number | undefined;
}

/** From this share on a bar says by its colour that little is left. The percent says so too. */
const NEARLY = 0.8;

const colorOf = (share: number): string => {
  if (share >= 1) return 'red';
  return share >= NEARLY ? 'yellow' : 'teal';
};

/** US dollars, what they are a part of, and a bar of how much of it that is. */
export function Ratio({ title, value, whole }: RatioProps) {
  if (value === undefined || whole === undefined || whole <= 0) return <Usd value={value} />;
  const share = value / whole;
  const text = `${percentText(share)} of ${usdText(whole)}`;
  return (
    <Stack gap={2} miw={130}>
      <Text inherit className="number" ta="end">
        {usdText(value)}{' '}
        <Text span size="xs" c="dimmed">
          {text}
        </Text>
      </Text>
      <Progress.Root size={4}>
        <Progress.Section
          value={Math.min(share, 1) * 100}
          color={colorOf(share)}
          aria-label={`${title}: ${text}`}
        />
      </Progress.Root>
    </Stack>
  );
}
