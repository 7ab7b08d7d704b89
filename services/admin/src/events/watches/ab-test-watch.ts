import type { AbTestEventData } from '@aicp/contracts/events/change-events';
import { abtest, type ABTEST_STATES } from '@aicp/crds/abtest';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Surroundings, Watch } from '../sweep/watch.ts';
import { generationOf, momentOrNull, objectEvent, textIn, titleOf } from './object-event.ts';

type State = (typeof ABTEST_STATES)[number];

/** What is told of a test that came to a state. */
const ENDS: Readonly<Partial<Record<State, 'abtest.promoted' | 'abtest.rolled_back'>>> = {
  promoted: 'abtest.promoted',
  rolled_back: 'abtest.rolled_back',
};

/** `abtest.started`, `abtest.promoted` and `abtest.rolled_back`, whoever changed `spec.state`. */
export const abTestWatch: Watch = {
  name: 'ab-tests',
  kinds: [abtest],
  look: (object, before, surroundings) => {
    const state = (textIn(object.spec, 'state') ?? 'draft') as State;
    const wasStarted = before?.['started'] !== undefined;
    const hasStarted = wasStarted || isStarted(object, state);
    const marks = {
      ...(hasStarted ? { started: 'true' } : {}),
      ...(state === 'draft' ? {} : { state }),
    };
    const events = [
      ...(hasStarted && !wasStarted ? [startOf(object, surroundings)] : []),
      ...(state === before?.['state'] ? [] : endOf(object, state, surroundings)),
    ];
    return { marks, events };
  },
};

function startOf(object: StoredObject, surroundings: Surroundings): EventDraft {
  const startedAt = momentOrNull(object.spec, 'startedAt');
  const atMs = startedAt === null ? surroundings.nowMs : Date.parse(startedAt);
  const data = abTestData(object, 'running');
  const event = { type: 'abtest.started', transition: 'started', atMs, data } as const;
  return objectEvent(object, surroundings, event);
}

const isStarted = ({ spec }: StoredObject, state: State): boolean =>
  state === 'running' || (state !== 'draft' && momentOrNull(spec, 'startedAt') !== null);

function endOf(object: StoredObject, state: State, surroundings: Surroundings): EventDraft[] {
  const type = ENDS[state];
  if (!type) return [];
  const transition = `${state} ${generationOf(object)}`;
  const data = abTestData(object, state as 'promoted' | 'rolled_back');
  return [objectEvent(object, surroundings, { type, transition, atMs: surroundings.nowMs, data })];
}

/** What events of an A/B test say of it. */
export const abTestData = (
  object: StoredObject,
  status: AbTestEventData['status'],
): AbTestEventData => ({
  ab_test_id: object.metadata.name,
  name: titleOf(object),
  base_model: textIn(object.spec, 'baseModel') ?? '',
  variant_model: textIn(object.spec, 'variantModel') ?? '',
  traffic_split_percent: Number(object.spec['trafficSplitPercent'] ?? 0),
  success_metric: textIn(object.spec, 'successMetric') ?? 'latency',
  status,
});
