import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { costAllocationRule } from '@aicp/crds/cost-allocation-rule';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  problem,
  resourceFixture,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { typeOf, type StoredObject } from '../../resources/stored-object.ts';
import { RulesInForce } from './rules-in-force.ts';

describe('the cost allocation rules of a report', () => {
  let aicp: ResourceFixture;
  let rules: RulesInForce;
  const clock = new ManualClock(0);
  beforeEach(async () => {
    aicp = await resourceFixture();
    rules = new RulesInForce(clock);
    for (const name of ['acme', 'evil']) await aicp.put('Organization', name, {});
    await aicp.put('Team', 'acme-x', { organizationId: 'acme' });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  /** A rule, and what the operator says of it. */
  const put = async (name: string, own: object, verdict?: object): Promise<StoredObject> => {
    const type = { allocationType: 'project', allocationTarget: 'x', allocationPercent: 100 };
    const written = await aicp.put('CostAllocationRule', name, { ...type, ...own });
    if (!verdict) return written;
    const accepted = { type: 'Accepted', status: 'False', observedGeneration: 1, ...verdict };
    aicp.api.put(typeOf(costAllocationRule), { ...written, status: { conditions: [accepted] } });
    await until('the verdict is known', () =>
      Boolean(aicp.store.find(costAllocationRule, name)?.status?.['conditions']),
    );
    return written;
  };
  const remove = async ({ metadata: { name, namespace } }: StoredObject): Promise<void> => {
    await aicp.api.remove(typeOf(costAllocationRule), { name, namespace });
    await until('it is gone', () => aicp.store.find(costAllocationRule, name) === undefined);
  };
  const conflicted = { reason: 'Conflicted', message: 'more than 100 %' };
  /** What the operator hands out. */
  const handOut = (...given: StoredObject[]): void => {
    const fragments = given.map(({ metadata, spec }) => ({
      source: {
        kind: 'CostAllocationRule',
        name: metadata.name,
        uid: metadata.uid,
        generation: metadata.generation,
      },
      id: metadata.name,
      name: metadata.name,
      organization: spec['organizationId'],
      team: spec['teamId'],
      type: spec['allocationType'],
      target: spec['allocationTarget'],
      percent: String(spec['allocationPercent']),
      metadata: {},
    }));
    const name = 'cost_allocation_rules';
    const contents = { [name]: JSON.stringify(fragments) };
    const sections = { [name]: String(given.length) };
    expect(rules.apply({ manifest: { sections }, contents } as unknown as StoredSnapshot)).toEqual(
      [],
    );
  };
  const evil = { organizationId: 'evil' };

  it('of the platform go on beside those of an organization that are in conflict, which count for nothing', async () => {
    const ours = await put('ours', {});
    const acmes = await put('acmes', { organizationId: 'acme' });
    handOut(ours, acmes, await put('first', evil));
    await put('second', evil, conflicted);
    const found = await rules.of(undefined, aicp.store);
    expect(found.rules.map(({ id }) => id)).toEqual(['ours', 'acmes']);
    expect(found.notInForce).toEqual([{ id: 'second', organization: 'evil' }]);
    expect((await rules.of('acme', aicp.store)).notInForce).toEqual([]);
    expect(await problem(rules.of('evil', aicp.store))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('"second" (more than 100 %)') as string,
    });
  });

  it('of the platform go on without those of an organization that are not handed out in time', async () => {
    handOut(await put('ours', {}));
    await put('late', evil);
    const asked = rules.of(undefined, aicp.store);
    await clock.advance(2_100);
    expect(await asked).toMatchObject({
      rules: [{ id: 'ours' }],
      notInForce: [{ id: 'late', organization: 'evil' }],
    });
  });

  it('of the platform have to be in force as they stand', async () => {
    handOut(await put('ours', {}));
    await put('more', {}, conflicted);
    expect(await problem(rules.of(undefined, aicp.store))).toMatchObject({ status: 409 });
  });

  it('that were deleted are waited for until they are not handed out any more', async () => {
    const [kept, gone] = [await put('kept', {}), await put('gone', {})];
    handOut(kept, gone);
    await remove(gone);
    const asked = rules.of(undefined, aicp.store);
    await clock.advance(100);
    handOut(kept);
    await clock.advance(100);
    expect((await asked).rules.map(({ id }) => id)).toEqual(['kept']);
  });

  it('that were deleted, and are handed out still, book nothing', async () => {
    const [ours, theirs] = [await put('ours', {}), await put('theirs', evil)];
    const acmes = await put('acmes', { organizationId: 'acme' });
    handOut(ours, theirs, acmes);
    await remove(theirs);
    const [all, own] = [rules.of(undefined, aicp.store), problem(rules.of('evil', aicp.store))];
    await clock.advance(2_100);
    expect(await all).toMatchObject({
      rules: [{ id: 'ours' }, { id: 'acmes' }],
      notInForce: [{ id: 'theirs', organization: 'evil' }],
    });
    expect(await own).toMatchObject({
      status: 409,
      detail: expect.stringContaining('"theirs" (deleted, and handed out still)') as string,
    });
  });

  it('are in nobody’s way where they are for a team that the organization does not have', async () => {
    handOut(await put('first', { ...evil, teamId: 'acme-x' }));
    await put('second', { ...evil, teamId: 'acme-x' }, conflicted);
    for (const owner of [undefined, 'evil']) {
      expect((await rules.of(owner, aicp.store)).notInForce).toEqual([]);
    }
  });
});
