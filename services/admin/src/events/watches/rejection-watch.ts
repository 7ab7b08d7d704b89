import type { RejectedEventData } from '@aicp/contracts/events/change-events';
import { kinds } from '@aicp/crds/kinds';
import type { Condition } from '@aicp/crds/kit/conditions';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Look, Marks, Watch } from '../sweep/watch.ts';
import { conditionOf, messageOf } from './condition-of.ts';
import { generationOf, objectEvent } from './object-event.ts';

/** Objects that are written together are rejected for a moment, until those that they name are there, ms. */
const PATIENCE_MS = 10_000;

/** `config.rejected`, of objects of all kinds: once for each generation and reason. */
export const rejectionWatch: Watch = {
  name: 'rejections',
  kinds,
  look: (object, before, surroundings) => {
    const accepted = conditionOf(object, 'Accepted');
    // What is said of an older spec says nothing yet of this one.
    if (accepted?.observedGeneration !== generationOf(object)) return as(before);
    if (accepted.status !== 'False') return { marks: {}, events: [] };
    const sinceMs = Date.parse(accepted.lastTransitionTime);
    const { nowMs } = surroundings;
    if (nowMs - sinceMs < PATIENCE_MS) return as(before);
    const rejected = `${generationOf(object)} ${accepted.reason}`;
    if (before?.['rejected'] === rejected) return as(before);
    // The condition is as old as the first generation that was rejected.
    const atMs = before?.['rejected'] === undefined ? sinceMs : nowMs;
    const data = dataOf(object, accepted);
    const event = { type: 'config.rejected', transition: rejected, atMs, data } as const;
    return { marks: { rejected }, events: [objectEvent(object, surroundings, event)] };
  },
};

const as = (before: Marks | undefined): Look => ({ marks: before ?? {}, events: [] });

const dataOf = (object: StoredObject, accepted: Condition): RejectedEventData => ({
  kind: object.kind,
  name: object.metadata.name,
  generation: generationOf(object),
  reason: accepted.reason,
  message: messageOf(accepted),
});
