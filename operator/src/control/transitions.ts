import type { EventNote } from '@aicp/common/kubernetes/event-recorder';
import type { Condition, Status } from './status.ts';

export type Transition = Pick<EventNote, 'type' | 'reason' | 'message'>;

/** What is worth an Event in the step from one status to the next: an object that turns good or bad, and not that it stays so. */
export function transitions(before: Status, after: Status): Transition[] {
  return [
    ...between(before, after, 'Accepted', acceptedChange),
    ...between(before, after, 'Programmed', programmedChange),
    ...between(before, after, 'Healthy', healthyChange),
    ...between(before, after, 'UsageDelivered', healthyChange),
    ...between(before, after, 'NearLimit', limitChange),
    ...between(before, after, 'Exceeded', limitChange),
    ...between(before, after, 'Met', healthyChange),
    ...between(before, after, 'Delivering', healthyChange),
    ...between(before, after, 'FailedOver', limitChange),
    ...between(before, after, 'Flapping', limitChange),
    ...between(before, after, 'Reachable', healthyChange),
    ...between(before, after, 'ToolsChanged', limitChange),
  ];
}

function between(
  before: Status,
  after: Status,
  type: string,
  change: (last: Condition | undefined, now: Condition) => Transition['type'] | undefined,
): Transition[] {
  const last = before.conditions.find((known) => known.type === type);
  const now = after.conditions.find((known) => known.type === type);
  if (!now) return [];
  const kind = change(last, now);
  return kind ? [{ type: kind, reason: now.reason, message: now.message }] : [];
}

/** A new object that is fine is no news until it is in force. */
function acceptedChange(last: Condition | undefined, now: Condition) {
  if (now.status === 'True') return last?.status === 'False' ? 'Normal' : undefined;
  return last?.reason === now.reason ? undefined : 'Warning';
}

function programmedChange(last: Condition | undefined, now: Condition) {
  if (now.reason === 'Rejected') return last?.reason === 'Rejected' ? undefined : 'Warning';
  const isNews = now.status === 'True' && last?.status !== 'True';
  return isNews ? 'Normal' : undefined;
}

/** That something is asked for the first time, or not any more, is no news. */
function healthyChange(last: Condition | undefined, now: Condition) {
  if (now.status === 'False') return last?.status === 'False' ? undefined : 'Warning';
  return now.status === 'True' && last?.status === 'False' ? 'Normal' : undefined;
}

/** A limit that is reached, and one that is not any more. */
function limitChange(last: Condition | undefined, now: Condition) {
  if (now.status === 'True') return last?.status === 'True' ? undefined : 'Warning';
  return now.status === 'False' && last?.status === 'True' ? 'Normal' : undefined;
}
