import { fieldReader } from './answer-object.ts';
import type { Collection } from './collection.ts';
import type { StoredObject } from './stored-object.ts';

export type SortValue = string | number | boolean | null;

/** An object with its place in an order. */
export interface Entry {
  readonly object: StoredObject;
  readonly value: SortValue;
}

/** Orders of one list that are remembered, until an object changes. */
const REMEMBERED = 16;

/** The objects of a collection in the orders that are asked for. The same list is put into the same order once. */
export class ListOrders {
  private readonly collection: Collection;
  private of: readonly StoredObject[] = [];
  private readonly orders = new Map<string, readonly Entry[]>();

  constructor(collection: Collection) {
    this.collection = collection;
  }

  /** `objects` stand in the order of their names; `sort` is a field, with `-` before it the other way round. Undefined: there is no such field. */
  get(objects: readonly StoredObject[], sort: string): readonly Entry[] | undefined {
    if (objects !== this.of) {
      this.of = objects;
      this.orders.clear();
    }
    const known = this.orders.get(sort);
    if (known) return known;
    const made = this.make(objects, sort);
    // What is added to an answer may change without the object.
    const isOwn = !Object.hasOwn(this.collection.additions?.schemas ?? {}, sort.replace(/^-/, ''));
    if (made && isOwn && this.orders.size < REMEMBERED) this.orders.set(sort, made);
    return made;
  }

  private make(objects: readonly StoredObject[], sort: string): readonly Entry[] | undefined {
    if (sort === '') return objects.map((object) => ({ object, value: null }));
    const read = fieldReader(this.collection, sort.replace(/^-/, ''));
    if (!read) return undefined;
    const entries = objects.map((object) => ({ object, value: sortValue(read(object)) }));
    return entries.sort(inOrder(sort));
  }
}

/** Equal values stand in the order of their names, so that pages neither repeat nor lose one. */
export const inOrder =
  (sort: string) =>
  (a: Entry, b: Entry): number => {
    const byValue = compare(a.value, b.value) * (sort.startsWith('-') ? -1 : 1);
    return byValue !== 0 ? byValue : compare(a.object.metadata.name, b.object.metadata.name);
  };

/** What has no value comes first; texts regardless of their case. */
function sortValue(value: unknown): SortValue {
  if (typeof value === 'string') return value.toLowerCase();
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function compare(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
