import { NumberInput, Text } from '@mantine/core';
import { defaultText, type ControlProps } from './control-props.ts';

/** Units that stand behind a number. A share is told as percent beside it. */
const SUFFIXES: Readonly<Record<string, string>> = { percent: '%', share: '' };

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 4 });

/** A number with its unit. What is out of bounds is kept as it was typed, and the service says why it is refused. */
export function Amount({ schema, labels, value, onChange }: ControlProps) {
  const unit = schema['x-aicp-unit'];
  const isShare = unit === 'share' && typeof value === 'number';
  return (
    <NumberInput
      {...labels}
      allowDecimal={schema.type !== 'integer'}
      clampBehavior="none"
      thousandSeparator=","
      suffix={unit === undefined ? '' : (SUFFIXES[unit] ?? ` ${unit}`)}
      step={unit === 'share' ? 0.01 : 1}
      placeholder={defaultText(schema)}
      rightSectionWidth={isShare ? 84 : undefined}
      rightSection={
        isShare ? (
          <Text size="sm" c="dimmed">
            = {PERCENT.format(value)}
          </Text>
        ) : undefined
      }
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(numberOf(next))}
    />
  );
}

/** Undefined while there is no number yet, as after a minus sign. */
function numberOf(typed: string | number): number | undefined {
  const value = typed === '' ? Number.NaN : Number(typed);
  return Number.isFinite(value) ? value : undefined;
}
