import { team } from '@aicp/crds/team';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typeOf } from './stored-object.ts';
import {
  NAMESPACE,
  change,
  contextOf,
  problem,
  remove,
  resourceFixture,
  somebody,
} from './testing/resource-fixture.ts';
import type { ResourceFixture } from './testing/resource-fixture.ts';
import { versionOf } from './version.ts';

const admin = contextOf(somebody('platform_admin'));

describe('an edit of a version', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const spec = { displayName: 'DS' };
  const status = (spentUsd: string) => ({ spend: { spentUsd } });
  const seen = async () => {
    const made = await aicp.put('Team', 'ds', spec);
    return contextOf(admin.principal, { ifMatch: versionOf(made) });
  };
  const spend = async (spentUsd: string) => {
    const metadata = { name: 'ds', namespace: NAMESPACE };
    const options = { fieldManager: 'operator', subresource: 'status' } as const;
    return await aicp.api.apply(typeOf(team), { metadata, status: status(spentUsd) }, options);
  };

  it('outlives what the operator writes of its status', async () => {
    const mine = await seen();
    await spend('1');
    const changed = await change(aicp.services(team), mine, 'ds', { name: 'Mine' });
    expect(changed).toMatchObject({ spec: { displayName: 'Mine' }, status: status('1') });
  });

  it('outlives that also between the look at it and the write, and in a deletion', async () => {
    const mine = await seen();
    let spent = 0;
    aicp.api.intercept = async ({ verb }) => {
      if (!['replace', 'remove'].includes(verb) || spent >= 3) return;
      spent += 1;
      await spend(String(spent));
    };
    const changed = await change(aicp.services(team), mine, 'ds', { name: 'Mine' });
    expect(changed.spec).toEqual({ displayName: 'Mine' });
    const again = contextOf(admin.principal, { ifMatch: versionOf(changed) });
    spent = 2;
    await remove(aicp.services(team), again, 'ds');
    expect(aicp.peek('Team', 'ds')).toBeUndefined();
  });

  it('is over with a change of the spec, a label or an annotation, whenever that comes', async () => {
    const edits = [
      { spec: { displayName: 'theirs' } },
      { metadata: { labels: { owner: 'them' } } },
      { metadata: { annotations: { why: 'because' } } },
    ];
    for (const edit of edits) {
      const mine = await seen();
      await aicp.put('Team', 'ds', edit.spec ?? spec, edit.metadata);
      expect(
        await problem(change(aicp.services(team), mine, 'ds', { name: 'Mine' })),
      ).toMatchObject({ status: 412 });
    }
    const mine = await seen();
    let interfered = false;
    aicp.api.intercept = async ({ verb }) => {
      if (verb !== 'replace' || interfered) return;
      interfered = true;
      await aicp.put('Team', 'ds', { displayName: 'theirs' });
    };
    expect(await problem(change(aicp.services(team), mine, 'ds', { name: 'Mine' }))).toMatchObject({
      status: 412,
    });
  });

  it('is over with any write, where its resourceVersion was named', async () => {
    const { metadata } = await aicp.put('Team', 'ds', spec);
    const mine = contextOf(admin.principal, { ifMatch: metadata.resourceVersion });
    await spend('1');
    expect(await problem(change(aicp.services(team), mine, 'ds', { name: 'Mine' }))).toMatchObject({
      status: 412,
    });
  });
});
