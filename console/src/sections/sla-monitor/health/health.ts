import type { ApiSchemas } from '@aicp/admin/client/admin-api';

export type Health = ApiSchemas['SlaHealth'];
export type HealthPoint = ApiSchemas['SlaHealthPoint'];

/** What each state is called, and its colour. */
export const STATES: Readonly<
  Record<Health['status'], { readonly label: string; readonly color: string }>
> = {
  down: { label: 'Down', color: 'red' },
  degraded: { label: 'Degraded', color: 'yellow' },
  healthy: { label: 'Healthy', color: 'teal' },
  unknown: { label: 'Too few requests', color: 'gray' },
};

/** What fares worst comes first, then by name; of what has too few requests to tell, what has the most of them. */
export function worstFirst(all: readonly Health[]): Health[] {
  const order = Object.keys(STATES);
  const nameOf = ({ model, provider }: Health) => `${model} ${provider}`;
  return all.toSorted(
    (a, b) =>
      order.indexOf(a.status) - order.indexOf(b.status) ||
      fewness(b) - fewness(a) ||
      nameOf(a).localeCompare(nameOf(b)),
  );
}

/** How many requests there are, where their number is all that is known. */
const fewness = ({ status, requests }: Health): number =>
  status === 'unknown' ? (requests ?? 0) : 0;

const HOUR_MS = 3_600_000;

/** The service knows no more than this, in hours. */
const MOST_HOURS = 720;

/** Whether a moment is before all that the service knows. A minute more is none that anybody misses. */
export const isBeyondHistory = (since: string, nowMs: number): boolean =>
  Math.round((nowMs - Date.parse(since)) / HOUR_MS) > MOST_HOURS;

/** Whole hours from a moment until now, as the history is asked for. */
export const hoursSince = (since: string, nowMs: number): number =>
  Math.min(MOST_HOURS, Math.max(1, Math.round((nowMs - Date.parse(since)) / HOUR_MS)));
