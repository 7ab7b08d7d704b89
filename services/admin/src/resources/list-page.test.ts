import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routingPolicies } from '../policies/collection.ts';
import { teams } from '../teams/collection.ts';
import type { Collection } from './collection.ts';
import { ListOrders } from './list-order.ts';
import { listQuery, pageOf as page, type ListQuery } from './list-page.ts';
import type { StoredObject } from './stored-object.ts';

const object = (name: string, spec: Record<string, unknown> = {}): StoredObject => ({
  apiVersion: 'aicp.dev/v1alpha1',
  kind: 'Team',
  metadata: { name },
  spec,
});

const pageOf = (collection: Collection, objects: readonly StoredObject[], query: ListQuery) =>
  page({ collection, objects, isWanted: () => true, orders: new ListOrders(collection) }, query);

const byName = (objects: readonly StoredObject[]): StoredObject[] =>
  objects.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));

/** All pages, one after the other. */
function pages(objects: readonly StoredObject[], query: { limit: number; sort?: string }) {
  const found: string[][] = [];
  let cursor: string | undefined;
  for (;;) {
    const part = pageOf(routingPolicies, objects, { ...query, cursor });
    expect(part.total).toBe(objects.length);
    found.push(part.items.map(({ metadata }) => metadata.name));
    if (part.next === undefined) return found;
    cursor = part.next;
  }
}

const policies = fc
  .uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-z]{1,4}$/),
      priority: fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }),
    }),
    { selector: ({ name }) => name, maxLength: 30 },
  )
  .map((all) => byName(all.map(({ name, ...spec }) => object(name, spec))));

describe('the pages of a list', () => {
  it.each(['__proto__', 'constructor', '-toString', 'nonesuch'])(
    'are in no order by %s, which is no field',
    (sort) => {
      for (const collection of [routingPolicies, teams]) {
        expect(() => pageOf(collection, [object('a')], { limit: 1, sort })).toThrow(
          `there is no field ${sort}`,
        );
      }
    },
  );

  it('hold everything once, in one order, however long they are', () => {
    const sorts = fc.constantFrom(undefined, 'priority', '-priority', 'id', '-id', 'created_at');
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 10 }), sorts, (objects, limit, sort) => {
        const query = sort === undefined ? { limit } : { limit, sort };
        const found = pages(objects, query);
        expect(found.flat()).toEqual(pages(objects, { ...query, limit: 500 }).flat());
        expect(new Set(found.flat()).size).toBe(objects.length);
        expect(found.every((one) => one.length <= limit)).toBe(true);
      }),
    );
  });

  it('neither repeat nor lose what was there all the time, whatever comes and goes in between', () => {
    fc.assert(
      fc.property(policies, policies, fc.integer({ min: 1, max: 5 }), (before, other, limit) => {
        const first = pageOf(routingPolicies, before, { limit, sort: 'priority' });
        if (first.next === undefined) return;
        const left = before.filter((_, index) => index % 3 !== 0);
        const names = new Set(before.map(({ metadata }) => metadata.name));
        const come = other.filter(({ metadata }) => !names.has(metadata.name));
        const second = pageOf(routingPolicies, byName([...left, ...come]), {
          ...{ limit: 500, sort: 'priority', cursor: first.next },
        });
        const expected = pageOf(routingPolicies, left, { limit: 500, sort: 'priority' }).items;
        const stayed = new Set(expected);
        const seen = [...first.items, ...second.items].filter((one) => stayed.has(one));
        expect(seen).toEqual(expected);
      }),
    );
  });

  it('are in the order of any field, texts regardless of case, money by amount, nothing first', () => {
    const objects = [
      object('a', { displayName: 'beta', maxBudget: '10' }),
      object('b', { displayName: 'Alpha', maxBudget: '9.5' }),
      object('c', {}),
      object('d', { displayName: 'alpha', maxBudget: 100 }),
    ];
    const order = (sort: string): string[] =>
      pageOf(teams, objects, { limit: 9, sort }).items.map(({ metadata }) => metadata.name);
    expect(order('name')).toEqual(['c', 'b', 'd', 'a']);
    expect(order('-name')).toEqual(['a', 'b', 'd', 'c']);
    expect(order('max_budget')).toEqual(['c', 'b', 'a', 'd']);
    expect(() => order('members')).toThrow(/no field members/);
    expect(() => order('colour')).toThrow(/no field colour/);
  });

  it('hold those alone whose name has a text in it', () => {
    const objects = [object('one', { displayName: 'Data Science' }), object('two'), object('data')];
    const found = pageOf(teams, objects, { limit: 9, q: 'dAtA' });
    expect(found.items.map(({ metadata }) => metadata.name)).toEqual(['one', 'data']);
    expect(found.total).toBe(2);
  });

  it('begin where a cursor of the same order says, and nowhere else', () => {
    const objects = [object('a'), object('b')];
    const { next } = pageOf(teams, objects, { limit: 1 });
    for (const cursor of ['x', 'e30', Buffer.from('["",1]').toString('base64url')]) {
      expect(() => pageOf(teams, objects, { limit: 1, cursor })).toThrow(/cursor/);
    }
    expect(() => pageOf(teams, objects, { limit: 1, sort: 'name', cursor: next })).toThrow(
      /cursor/,
    );
  });

  it('have from 1 to 500 objects, 100 where nothing is said', () => {
    expect(listQuery.parse({}).limit).toBe(100);
    expect(listQuery.parse({ limit: '500' }).limit).toBe(500);
    for (const limit of ['0', '501', 'x', '1.5', '']) {
      expect(listQuery.safeParse({ limit }).success).toBe(false);
    }
  });

  it('are put into the same order once, until something changes', () => {
    const orders = new ListOrders(teams);
    const objects = [object('a'), object('b')];
    expect(orders.get(objects, 'name')).toBe(orders.get(objects, 'name'));
    expect(orders.get([...objects, object('c')], 'name')).toHaveLength(3);
    expect(orders.get(objects, 'colour')).toBeUndefined();
  });
});
