import { momentQuery } from '@aicp/api-kit/route/moment-query';
import { z } from 'zod';
import type { Principal } from '@aicp/api-kit/access/principal';
import { wireName } from '@aicp/crds/kit/wire-name';
import { invalid } from '@aicp/api-kit/route/field-errors';
import { pageQuery } from '@aicp/api-kit/route/page';
import type { Collection } from './collection.ts';
import { idOf } from './identity.ts';
import type { StoredObject } from './stored-object.ts';
import { fieldReader } from './answer-object.ts';

/** Query parameters that every list takes. */
export const listQuery = pageQuery.extend({
  q: z.string().max(200).optional().meta({ description: 'Only those whose name holds this text.' }),
  sort: z
    .string()
    .max(100)
    .optional()
    .meta({
      description: 'Field to order by; with `-` before it, the other way round. By id without it.',
      examples: ['-created_at'],
    }),
  created_after: momentQuery('Only those that were made then or later; RFC 3339, or a date (UTC).'),
  created_before: momentQuery('Only those that were made before then.'),
});
export type ListQuery = z.output<typeof listQuery>;

export interface Page {
  readonly items: readonly StoredObject[];
  /** How many there are on all pages. */
  readonly total: number;
  /** Of the next page; undefined on the last. */
  readonly next: string | undefined;
}

/** Where a page ends: the order, and the place of its last object in it. */
const cursorForm = z.tuple([
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
  z.string(),
]);

/** What a page is of: a collection's objects in the order of their names, of which only those that are wanted count. */
export interface Listed {
  readonly collection: Collection;
  readonly objects: readonly StoredObject[];
  readonly isWanted: (object: StoredObject) => boolean;
  readonly orders: ListOrders;
  readonly reader: Principal;
}

export function pageOf(listed: Listed, query: ListQuery): Page {
  const { collection, objects, isWanted, orders, reader } = listed;
  const { limit, q, sort = '' } = query;
  const all = orders.get(objects, sort, reader);
  if (!all) throw invalid([{ path: 'sort', message: `there is no field ${sort} to sort by` }]);
  const isNamed = q === undefined ? () => true : matches(collection, q);
  const isOfTime = madeWithin(query);
  const entries = all.filter(
    ({ object }) => isOfTime(object) && isNamed(object) && isWanted(object),
  );
  const start = query.cursor === undefined ? 0 : placeAfter(entries, sort, query.cursor);
  const page = entries.slice(start, start + limit);
  const last = start + limit < entries.length ? page.at(-1) : undefined;
  return {
    items: page.map(({ object }) => object),
    total: entries.length,
    next: last && encode([sort, last.value, last.object.metadata.name]),
  };
}

/** Whether an object was made in the time that a query names. */
function madeWithin({
  created_after: after,
  created_before: before,
}: ListQuery): (object: StoredObject) => boolean {
  if (!after && !before) return () => true;
  const [from, to] = [after?.getTime() ?? -Infinity, before?.getTime() ?? Infinity];
  return ({ metadata }) => {
    const at = Date.parse(metadata.creationTimestamp ?? '');
    return at >= from && at < to;
  };
}

/** The index of the first entry behind a cursor, whether or not the object that it names is still there. */
function placeAfter(entries: readonly Entry[], sort: string, cursor: string): number {
  const [of, value, name] = decode(cursor);
  if (of !== sort) throw badCursor();
  const order = inOrder(sort);
  const mark = { value, object: { metadata: { name } } } as Entry;
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry && order(entry, mark) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const encode = (mark: z.output<typeof cursorForm>): string =>
  Buffer.from(JSON.stringify(mark)).toString('base64url');

function decode(cursor: string): z.output<typeof cursorForm> {
  try {
    return cursorForm.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) throw badCursor();
    throw error;
  }
}

const badCursor = () =>
  invalid([
    { path: 'cursor', message: 'must be the cursor of the page before, in the same order' },
  ]);

function matches(collection: Collection, q: string): (object: StoredObject) => boolean {
  const wanted = q.toLowerCase();
  return (object) =>
    [idOf(collection.kind, object), ...NAMES.map((field) => object.spec[field])].some(
      (name) => typeof name === 'string' && name.toLowerCase().includes(wanted),
    );
}

/** Spec fields that hold what people call an object. */
const NAMES = ['displayName', 'slug', 'modelName', 'keyPrefix'];

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
  get(
    objects: readonly StoredObject[],
    sort: string,
    reader: Principal,
  ): readonly Entry[] | undefined {
    if (this.isOfReader(sort)) return this.make(objects, sort, reader);
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

  /** Whether readers are shown other values of a field than one another: its order would tell what it holds. */
  private isOfReader(sort: string): boolean {
    const { kind, shownTo } = this.collection;
    const name = sort.replace(/^-/, '');
    return shownTo?.fields.some((field) => wireName(kind, field) === name) === true;
  }

  private make(
    objects: readonly StoredObject[],
    sort: string,
    reader?: Principal,
  ): readonly Entry[] | undefined {
    if (sort === '') return objects.map((object) => ({ object, value: null }));
    const read = fieldReader(this.collection, sort.replace(/^-/, ''));
    if (!read) return undefined;
    const { shownTo } = this.collection;
    const shown = (object: StoredObject): StoredObject =>
      reader && shownTo ? { ...object, spec: shownTo.of(object, reader) } : object;
    const entries = objects.map((object) => ({ object, value: sortValue(read(shown(object))) }));
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
