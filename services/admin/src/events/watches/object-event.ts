import type { EventType } from '@aicp/contracts/checks/event-types';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Surroundings } from '../sweep/watch.ts';

/** An event about an object. */
export function objectEvent(
  object: StoredObject,
  { organizationOf }: Pick<Surroundings, 'organizationOf'>,
  event: { type: EventType; transition: string; atMs: number; data: EventDraft['data'] },
): EventDraft {
  const { type, transition, atMs, data } = event;
  return {
    ...{ type, transition, data },
    uid: object.metadata.uid ?? '',
    at: new Date(atMs),
    subject: `${object.kind}/${object.metadata.name}`,
    organization: organizationOf(object),
  };
}

/** What people call an object. */
export function titleOf({ metadata, spec }: StoredObject): string {
  return textIn(spec, 'displayName') ?? metadata.name;
}

/** A text of a spec; undefined where it has none of that name. */
export function textIn(spec: StoredObject['spec'], field: string): string | undefined {
  const value = spec[field];
  return typeof value === 'string' ? value : undefined;
}

/** The same for a field of `data` that is null where there is none. */
export const textOrNull = (spec: StoredObject['spec'], field: string): string | null =>
  textIn(spec, field) ?? null;

/** A moment of a spec, in the form of all events; null where it has none that can be read. */
export function momentOrNull(spec: StoredObject['spec'], field: string): string | null {
  const ms = Date.parse(textIn(spec, field) ?? '');
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** When an object was made, ms. */
export const createdMs = ({ metadata }: StoredObject, otherwise: number): number => {
  const ms = Date.parse(String(metadata.creationTimestamp));
  return Number.isNaN(ms) ? otherwise : ms;
};

/** Which spec of an object it is: what is said of one generation is told once. */
export const generationOf = ({ metadata }: StoredObject): number => metadata.generation ?? 0;
