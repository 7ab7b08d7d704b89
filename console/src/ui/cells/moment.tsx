import { Text } from '@mantine/core';
import { relativeTime } from '../text/relative-time.ts';
import { useNow } from './use-now.ts';

const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** When something happened: how long ago it is, and exactly where one points at it. `at`: RFC 3339; without one, a dash. */
export function Moment({ at }: { readonly at: string | null | undefined }) {
  const now = useNow();
  if (at === null || at === undefined || Number.isNaN(Date.parse(at))) return <Dash />;
  const date = new Date(at);
  return (
    <Text
      component="time"
      inherit
      dateTime={date.toISOString()}
      title={EXACT.format(date)}
      style={{ whiteSpace: 'nowrap' }}
    >
      {relativeTime(date.getTime(), now)}
    </Text>
  );
}

/** Nothing is known, or there is nothing. */
export function Dash() {
  return (
    <Text component="span" inherit c="dimmed">
      <span aria-hidden>–</span>
      <span className="visually-hidden">none</span>
    </Text>
  );
}
