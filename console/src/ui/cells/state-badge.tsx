import { Badge, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconLoader2,
  type Icon,
} from '@tabler/icons-react';
import type { ApiObject } from '../../api/api-object.ts';
import { visibleText } from '../text/visible-text.ts';
import { stateOf, type Tone } from '../text/object-state.ts';

const LOOKS: Readonly<Record<Tone, { readonly color: string; readonly icon: Icon }>> = {
  good: { color: 'teal', icon: IconCircleCheck },
  bad: { color: 'red', icon: IconAlertTriangle },
  waiting: { color: 'blue', icon: IconLoader2 },
  quiet: { color: 'yellow', icon: IconInfoCircle },
};

/** How an object is, by an icon and words; where it is not well, the reason shows where one points at it or reaches it by the keyboard. */
export function StateBadge({ object }: { readonly object: ApiObject }) {
  const { label, tone, why } = stateOf(object);
  return <ToneBadge label={label} tone={tone} why={why} />;
}

export interface ToneBadgeProps {
  readonly label: string;
  readonly tone: Tone;
  readonly why?: string;
}

/** A word with an icon, so that its colour is not all that tells. */
export function ToneBadge({ label, tone, why: reason }: ToneBadgeProps) {
  const why = reason === undefined ? undefined : visibleText(reason);
  const { color, icon: Sign } = LOOKS[tone];
  const badge = (
    <Badge
      variant="light"
      color={color}
      tt="none"
      fw={500}
      leftSection={<Sign size={13} aria-hidden />}
    >
      {label}
    </Badge>
  );
  if (why === undefined) return badge;
  const hint = (
    <span tabIndex={tone === 'good' ? undefined : 0} role="note" aria-label={`${label}: ${why}`}>
      {badge}
    </span>
  );
  return (
    <Tooltip label={why} multiline maw={360} events={{ hover: true, focus: true, touch: true }}>
      {hint}
    </Tooltip>
  );
}
