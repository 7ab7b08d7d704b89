import { hash } from 'node:crypto';
import type { Role } from '@aicp/api-kit/access/principal';
import { model } from '@aicp/crds/model';
import { team } from '@aicp/crds/team';
import { workflowTemplate } from '@aicp/crds/workflow-template';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { businessUnitCollection } from '../kinds/business-unit/collection.ts';
import { routingPolicyCollection } from '../kinds/routing-policy/collection.ts';
import { teamCollection } from '../kinds/team/collection.ts';
import { collectionOf, type Collection } from './collection.ts';
import { ListOrders, listQuery, pageOf as page, type ListQuery } from './list-page.ts';
import { objectName, slugOf, uniqueSlug } from './object-name.ts';
import type { StoredObject } from './stored-object.ts';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from './testing/resource-fixture.ts';

describe('list page', () => {
  const routingPolicies = routingPolicyCollection();
  const teams = teamCollection({ list: () => [] });
  const WHOLE = { isWanted: () => true, reader: somebody('platform_admin') };

  const object = (name: string, spec: Record<string, unknown> = {}): StoredObject => ({
    apiVersion: 'aicp.dev/v1alpha1',
    kind: 'Team',
    metadata: { name },
    spec,
  });

  const pageOf = (collection: Collection, objects: readonly StoredObject[], query: ListQuery) =>
    page({ collection, objects, ...WHOLE, orders: new ListOrders(collection) }, query);

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
            limit: 500,
            sort: 'priority',
            cursor: first.next,
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
      // What has no name is shown by its id, and stands where that belongs.
      expect(order('name')).toEqual(['b', 'd', 'a', 'c']);
      expect(order('-name')).toEqual(['c', 'a', 'b', 'd']);
      expect(order('max_budget')).toEqual(['c', 'b', 'a', 'd']);
      expect(() => order('members')).toThrow(/no field members/);
      expect(() => order('colour')).toThrow(/no field colour/);
    });

    it('hold those alone whose name has a text in it', () => {
      const objects = [
        object('one', { displayName: 'Data Science' }),
        object('two'),
        object('data'),
      ];
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
      const [orders, { reader }] = [new ListOrders(teams), WHOLE];
      const objects = [object('a'), object('b')];
      expect(orders.get(objects, 'name', reader)).toBe(orders.get(objects, 'name', reader));
      expect(orders.get([...objects, object('c')], 'name', reader)).toHaveLength(3);
      expect(orders.get(objects, 'colour', reader)).toBeUndefined();
    });
  });
});

describe('object name', () => {
  const teams = teamCollection({ list: () => [] });
  const workflows = collectionOf(workflowTemplate);
  const businessUnits = businessUnitCollection();

  const KUBERNETES_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

  describe('the name of a new object', () => {
    it('is one that Kubernetes takes, whatever it is made from', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (text) => {
          const slug = slugOf(text);
          expect(slug === '' || KUBERNETES_NAME.test(slug)).toBe(true);
          expect(slug.length).toBeLessThanOrEqual(55);
          expect(slugOf(slug)).toBe(slug);
          expect(uniqueSlug(text)).toMatch(KUBERNETES_NAME);
          expect(objectName(teams, { displayName: text }, Math.random)).toMatch(KUBERNETES_NAME);
        }),
      );
    });

    it('tells models apart whose ids differ in what a name can’t hold', () => {
      const ids = ['openai/gpt-4o', 'openai:gpt-4o', 'OpenAI/gpt-4o', 'openai-gpt-4o', 'llama3:8b'];
      expect(new Set(ids.map(uniqueSlug)).size).toBe(ids.length);
      expect(uniqueSlug('openai-gpt-4o')).toBe('openai-gpt-4o');
    });

    it.each([
      [teams, { displayName: 'Data Science!', slug: 'ds' }, 'ds'],
      [teams, { displayName: ' Data  Science! ' }, 'data-science'],
      [workflows, { displayName: 'My research', type: 'deep_research' }, 'deep-research'],
      [businessUnits, { organizationId: 'acme', displayName: 'Lab 1' }, 'acme-lab-1'],
      [businessUnits, { organizationId: 'acme', displayName: 'x', slug: 'lab' }, 'acme-lab'],
    ])('is by the rule of its collection', (collection, spec, expected) => {
      expect(objectName(collection, spec, Math.random)).toBe(expected);
    });

    it('is the kind and six characters where nothing is left', () => {
      expect(objectName(teams, { displayName: '…' }, () => 0)).toBe('team-aaaaaa');
      expect(objectName(businessUnits, { organizationId: 'acme' }, Math.random)).toMatch(
        /^businessunit-[a-z0-9]{6}$/,
      );
    });
  });

  const of = (organizationId: string, role: Role = 'org_admin') =>
    contextOf(somebody(role, { organizationId }));
  const acme = of('acme');
  const rival = of('rival');
  const root = contextOf(somebody('platform_admin'));
  const status = async (work: Promise<unknown>) => {
    await expect(work).rejects.toMatchObject({ status: 409 });
  };

  describe('the name of a new object', () => {
    let aicp: ResourceFixture;
    beforeEach(async () => {
      aicp = await resourceFixture();
      await aicp.put('Organization', 'acme', { slug: 'acme' });
      await aicp.put('Organization', 'rival', { slug: 'rival' });
    });
    afterEach(async () => {
      await aicp[Symbol.asyncDispose]();
    });
    const sent = { id: 'rv', provider: 'x' };
    const service = () => aicp.services(model);

    it('that another organization has is told apart, and each finds its own by the id it asked for', async () => {
      const theirs = await service().create(rival, sent);
      const ours = await service().create(acme, sent);
      expect(theirs.metadata.name).toBe('rv');
      expect(ours.metadata.name).toMatch(/^rv-[0-9a-f]{6}$/);
      expect((await service().get(acme, 'rv')).metadata.uid).toBe(ours.metadata.uid);
      expect((await service().get(rival, 'rv')).metadata.uid).toBe(theirs.metadata.uid);
      await status(service().create(acme, sent));
      await status(service().create(rival, sent));
    });

    it('stays a clash after the other organization has let go of it', async () => {
      const theirs = await service().create(rival, sent);
      await service().create(acme, sent);
      await service().remove(rival, theirs);
      await status(service().create(acme, sent));
      expect((await service().create(rival, sent)).metadata.name).toBe('rv');
    });

    it('cannot be kept from the platform, whose object is meant by its id from then on', async () => {
      await service().create(rival, { id: 'gpt-4o', provider: 'x' });
      const made = await service().create(root, { id: 'gpt-4o', provider: 'x' });
      expect(made.metadata.name).toMatch(/^gpt-4o-[0-9a-f]{6}$/);
      expect((await service().get(root, 'gpt-4o')).metadata.uid).toBe(made.metadata.uid);
      expect((await service().get(acme, 'gpt-4o')).metadata.uid).toBe(made.metadata.uid);
      await status(service().create(root, { id: 'gpt-4o', provider: 'x' }));
    });

    it('cannot be taken in advance under the longer name that it gets', async () => {
      const guessed = `rv-${hash('sha256', 'acme').slice(0, 6)}`;
      await service().create(rival, { id: 'rv', provider: 'x' });
      const first = await service().create(acme, { id: 'rv', provider: 'x' });
      await service().remove(acme, first);
      await service().create(rival, { id: guessed, provider: 'x' });
      // Even one who sees the longer name once, and takes it, keeps nobody from the next one.
      await service().create(rival, { id: first.metadata.name, provider: 'x' });
      const second = await service().create(acme, { id: 'rv', provider: 'x' });
      expect(second.metadata.name).toMatch(/^rv-[0-9a-f]{6}$/);
      expect([guessed, first.metadata.name]).not.toContain(second.metadata.name);
      await status(service().create(acme, { id: 'rv', provider: 'x' }));
    });

    it('of the platform is found even where every longer name that can be guessed is taken', async () => {
      const id = 'gpt-4o';
      await service().create(rival, { id, provider: 'x' });
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const guessed = hash('sha256', ` ${attempt}`).slice(0, 6);
        await service().create(rival, { id: `${id}-${guessed}`, provider: 'x' });
      }
      const made = await service().create(root, { id, provider: 'x' });
      expect((await service().get(root, id)).metadata.uid).toBe(made.metadata.uid);
    });

    it('clashes with what one sees of the platform’s', async () => {
      await service().create(root, sent);
      await status(service().create(acme, sent));
    });

    it('is also the slug of a team that had to be called otherwise', async () => {
      const service = aicp.services(team);
      await service.create(rival, { name: 'Data' });
      const ours = await service.create(acme, { name: 'Data' });
      expect(ours.metadata.name).toMatch(/^data-[0-9a-f]{6}$/);
      expect((await service.get(acme, 'data')).metadata.uid).toBe(ours.metadata.uid);
      expect((await aicp.services(team).get(root, 'data')).metadata.name).toBe('data');
    });
  });
});
