import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import type { StoredObject } from '../../resources/stored-object.ts';

/** What was seen of an object, by name: whatever a watch has to know again at its next look. Nothing secret. */
export type Marks = Readonly<Record<string, string>>;

/** What a look at an object gave. */
export interface Look {
  /** Instead of those before. */
  readonly marks: Marks;
  readonly events: readonly EventDraft[];
}

/** What a look goes by besides the object. */
export interface Surroundings {
  readonly nowMs: number;
  /** metadata.name of the Organization whose event it is; undefined: the platform's. */
  readonly organizationOf: (object: StoredObject) => string | undefined;
}

/** An object that was seen. */
export interface SeenObject {
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  readonly marks: Marks;
}

/**
 * Finds out what has happened to objects of some kinds, by how they are and what was seen before. It is pure: from the same states come the same events, by id, whoever looks.
 * Objects that were there before anybody looked for the first time are looked at as well, and what comes of that is not told.
 */
export interface Watch {
  readonly name: string;
  readonly kinds: readonly KindDefinition[];
  /** `before` is undefined for an object of which nothing was noted. */
  look(object: StoredObject, before: Marks | undefined, surroundings: Surroundings): Look;
  /** What the deletion of an object is; absent: nothing. */
  gone?(last: SeenObject, nowMs: number): readonly EventDraft[];
}
