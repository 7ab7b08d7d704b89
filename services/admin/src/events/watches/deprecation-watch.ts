import type { ModelEventData } from '@aicp/contracts/events/model-events';
import { modelDeprecation } from '@aicp/crds/model-deprecation';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Watch } from '../sweep/watch.ts';
import { conditionOf } from './condition-of.ts';
import { createdMs, objectEvent, textIn, textOrNull } from './object-event.ts';

/** The fields whose dates become due, and what is told then. */
const DATES = {
  deprecationDate: 'model.deprecated',
  sunsetDate: 'model.sunset',
} as const;

/** `model.deprecated` and `model.sunset`, at the dates of ModelDeprecations that are in force. Where no date of deprecation is set, it is that of the object. */
export const deprecationWatch: Watch = {
  name: 'deprecations',
  kinds: [modelDeprecation],
  look: (object, before, surroundings) => {
    const marks: Record<string, string> = {};
    const events: EventDraft[] = [];
    if (conditionOf(object, 'Accepted')?.status === 'False') {
      return { marks: before ?? {}, events };
    }
    for (const [field, type] of Object.entries(DATES)) {
      const dueMs = dueOf(object, field, surroundings.nowMs);
      if (dueMs === undefined || dueMs > surroundings.nowMs) continue;
      const due = new Date(dueMs).toISOString();
      marks[field] = due;
      if (before?.[field] === due) continue;
      // One that was made after its date is news from then on.
      const atMs = Math.max(dueMs, createdMs(object, dueMs));
      const event = { type, transition: due, atMs, data: dataOf(object) };
      events.push(objectEvent(object, surroundings, event));
    }
    return { marks, events };
  },
};

function dueOf(object: StoredObject, field: string, nowMs: number): number | undefined {
  const date = textIn(object.spec, field);
  if (date !== undefined) {
    const dueMs = Date.parse(date);
    return Number.isNaN(dueMs) ? undefined : dueMs;
  }
  return field === 'deprecationDate' ? createdMs(object, nowMs) : undefined;
}

const dataOf = (object: StoredObject): ModelEventData => ({
  deprecation_id: object.metadata.name,
  model_name: textIn(object.spec, 'modelName') ?? '',
  replacement_model: textOrNull(object.spec, 'replacementModel'),
  deprecation_date: textOrNull(object.spec, 'deprecationDate'),
  sunset_date: textOrNull(object.spec, 'sunsetDate'),
  auto_reroute: object.spec['autoReroute'] === true,
  message: textOrNull(object.spec, 'message'),
});
