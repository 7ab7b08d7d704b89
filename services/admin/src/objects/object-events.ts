import type { Principal } from '@aicp/api-kit/access/principal';
import { isForbidden } from '@aicp/common/kubernetes/errors';
import { EVENTS } from '@aicp/common/kubernetes/objects';
import { LIMIT_REASONS, OVERCOMMITTED_REASONS } from '@aicp/crds/reasons/spend-reasons';
import { z } from 'zod';
import { answeredConditions } from '../resources/answer-object.ts';
import { answersStatus } from '../resources/answered-fields.ts';
import type { Collection } from '../resources/collection.ts';
import { keepsConditions } from '../resources/rights.ts';
import { readsSpend } from '../resources/spend-readers.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import type { ObjectParts } from './object-parts.ts';

/** So many are told. */
const MOST = 100;

export const objectEvent = z
  .object({
    at: z.iso.datetime().meta({ description: 'When it happened last.' }),
    type: z.enum(['Normal', 'Warning']),
    reason: z.string().meta({ description: 'One word.' }),
    message: z.string(),
    count: z.int().meta({ description: 'How often it happened.' }),
    source: z.enum(['event', 'condition']).meta({
      description:
        '`event`: an Event of Kubernetes, which keeps them for an hour. `condition`: when a condition of the object last changed.',
    }),
  })
  .meta({ id: 'ObjectEvent' });
export type ObjectEvent = z.output<typeof objectEvent>;

const stored = z.object({
  involvedObject: z.object({ uid: z.string().default('') }),
  type: z.string().default('Normal'),
  reason: z.string().default(''),
  message: z.string().default(''),
  count: z
    .int()
    .nullish()
    .transform((count) => count ?? 1),
  lastTimestamp: z.string().nullish(),
  eventTime: z.string().nullish(),
  series: z.object({ count: z.int(), lastObservedTime: z.string() }).nullish(),
  metadata: z.object({ creationTimestamp: z.string().default('') }),
});

/** What happened to an object, newest first: Events of Kubernetes, and what its conditions say that these do not. Somebody who is not told its conditions is told none of it. */
export async function eventsOf(
  parts: Pick<ObjectParts, 'api' | 'namespace'>,
  collection: Collection,
  { object, reader }: { readonly object: StoredObject; readonly reader: Principal },
): Promise<ObjectEvent[]> {
  if (keepsConditions(collection, object, reader) || !answersStatus(collection, reader)) return [];
  const tellsSpend = readsSpend(collection, object, reader);
  const recorded = (await recordedEvents(parts, object)).filter(
    ({ reason }) => tellsSpend || !OF_SPEND.has(reason),
  );
  const said = new Set(recorded.map(({ reason, message }) => `${reason} ${message}`));
  const changes = answeredConditions(collection, object, reader)
    .map((one) => changeOf(one as SaidCondition))
    .filter(({ reason, message }) => !said.has(`${reason} ${message}`));
  return [...recorded, ...changes].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MOST);
}

const OF_SPEND = new Set([...Object.keys(LIMIT_REASONS), ...Object.keys(OVERCOMMITTED_REASONS)]);

/** An installation whose chart is older may not allow it: then conditions are all that is known. */
async function recordedEvents(
  { api, namespace }: Pick<ObjectParts, 'api' | 'namespace'>,
  { metadata: { uid = '' } }: StoredObject,
): Promise<ObjectEvent[]> {
  try {
    const fieldSelector = `involvedObject.uid=${uid}`;
    const { items } = await api.list(EVENTS, { namespace, fieldSelector });
    return items.flatMap((item) => asEvent(item, uid));
  } catch (error) {
    if (isForbidden(error)) return [];
    throw error;
  }
}

function asEvent(item: unknown, uid: string): ObjectEvent[] {
  const { data } = stored.safeParse(item);
  if (data?.involvedObject.uid !== uid || uid === '') return [];
  const { type, reason, message, metadata, series } = data;
  const times = [series?.lastObservedTime, data.lastTimestamp, data.eventTime];
  const at = times.find(isText) ?? metadata.creationTimestamp;
  const count = series?.count ?? data.count;
  return [
    { at, type: type === 'Warning' ? type : 'Normal', reason, message, count, source: 'event' },
  ];
}

const isText = (time: string | null | undefined): time is string =>
  typeof time === 'string' && time !== '';

interface SaidCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

/** Types that say True where something is wrong. */
const BAD_WHEN_TRUE = new Set([
  ...['NearLimit', 'Exceeded', 'Overcommitted', 'Stalled', 'FailedOver', 'Flapping'],
  ...['LastFailure', 'RenewalDue', 'ToolsChanged'],
]);
/** Types that say nothing of good or bad. */
const NEUTRAL = new Set(['Reconciling', 'Verdict', 'Enforced']);

function changeOf({
  type,
  status,
  reason,
  message,
  lastTransitionTime,
}: SaidCondition): ObjectEvent {
  const bad = BAD_WHEN_TRUE.has(type) ? 'True' : 'False';
  const isBad = !NEUTRAL.has(type) && status === bad;
  const kind = isBad ? 'Warning' : 'Normal';
  return { at: lastTransitionTime, type: kind, reason, message, count: 1, source: 'condition' };
}
