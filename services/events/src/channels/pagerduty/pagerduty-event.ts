import { createHash } from 'node:crypto';
import type { DeliveredEvent } from '../channel.ts';
import { definitionOf, oneLine, severityOf, shortened, titleOf } from '../plain-words.ts';

/** What the Events API v2 takes. */
export interface PagerDutyEvent {
  readonly routing_key: string;
  readonly event_action: 'trigger' | 'resolve';
  readonly dedup_key: string;
  readonly client: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Bounds of PagerDuty's, characters. */
const MOST_SUMMARY = 1024;
const MOST_KEY = 255;

/** An event as PagerDuty takes it. What begins and what ends an incident have one key; all others are incidents of their own. */
export function pagerDutyEvent(event: DeliveredEvent, routingKey: string): PagerDutyEvent {
  const isResolved = definitionOf(event.type)?.incident === 'resolves';
  const common = {
    routing_key: routingKey,
    event_action: isResolved ? ('resolve' as const) : ('trigger' as const),
    dedup_key: dedupKeyOf(event),
    client: 'AI Control Plane',
  };
  return { ...common, payload: payloadOf(event) };
}

/** By what PagerDuty knows the incident. A test has keys of its own, so that it ends no incident of the real ones. */
export function dedupKeyOf({ id, type, subject, data, isTest }: DeliveredEvent): string {
  const [family = ''] = type.split('.');
  const { incident } = data;
  const isPaired = definitionOf(type)?.incident !== undefined;
  const thing = typeof incident === 'string' && incident !== '' ? incident : `${family}:${subject}`;
  const key = `aicp:${isTest ? 'test:' : ''}${isPaired ? thing : id}`;
  if (key.length <= MOST_KEY) return key;
  return `aicp:${createHash('sha256').update(key).digest('hex')}`;
}

function payloadOf(event: DeliveredEvent): Readonly<Record<string, unknown>> {
  const { id, type, subject, organization, data, at, isTest } = event;
  const { message } = data;
  const words = typeof message === 'string' ? `: ${oneLine(message)}` : '';
  return {
    summary: shortened(`${titleOf(event)}${words}`, MOST_SUMMARY),
    source: oneLine(subject),
    severity: severityOf(event),
    timestamp: at.toISOString(),
    component: oneLine(subject),
    ...(organization === undefined ? {} : { group: organization }),
    class: type,
    custom_details: {
      event_id: id,
      event_type: type,
      subject,
      ...(organization === undefined ? {} : { organization }),
      ...(isTest ? { test: true } : {}),
      ...data,
    },
  };
}

/** What a digest comes to: of each incident how it stands last, and one event that counts all others. */
export function eventsOfDigest(
  digest: readonly DeliveredEvent[],
  whole: DeliveredEvent,
): readonly DeliveredEvent[] {
  const paired = digest.filter(({ type }) => definitionOf(type)?.incident !== undefined);
  const last = new Map(paired.map((event) => [dedupKeyOf(event), event]));
  const others = digest.filter((event) => !paired.includes(event));
  const counted = Object.entries(Object.groupBy(others, ({ type }) => type)).map(
    ([type, events = []]) => [type, events.length] as const,
  );
  if (others.length === 0) return [...last.values()];
  const data = { message: `${others.length} events`, ...Object.fromEntries(counted) };
  return [...last.values(), { ...whole, data }];
}
