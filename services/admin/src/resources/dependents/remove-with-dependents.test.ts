import { businessUnit } from '@aicp/crds/business-unit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '@aicp/api-kit/access/principal';
import { collectionsOn } from '../../kinds/collections.ts';
import { kindNamed } from '@aicp/crds/kinds';
import type { CollectionService } from '../collections/collection-service.ts';
import { typeOf } from '../stored-object.ts';
import {
  contextOf,
  NAMESPACE,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../testing/resource-fixture.ts';

const HASH = { keyHash: 'a'.repeat(64) };

describe('deleting what others stand on', () => {
  let aicp: ResourceFixture;
  let services: ReadonlyMap<string, CollectionService>;
  beforeEach(async () => {
    aicp = await resourceFixture();
    services = new Map(
      collectionsOn(aicp.store).map(({ kind }) => [kind.kind, aicp.services(kind)]),
    );
    await aicp.put('Organization', 'acme', { slug: 'acme' });
    await aicp.put('BusinessUnit', 'acme-emea', { organizationId: 'acme' });
    await aicp.put('Team', 'alpha', { organizationId: 'acme', businessUnitId: 'acme-emea' });
    await aicp.put('APIKey', 'ann', { ...HASH, organizationId: 'acme', teamId: 'alpha' });
    await aicp.put('Budget', 'a-month', {
      organizationId: 'acme',
      entityType: 'team',
      entityId: 'alpha',
      monthlyLimit: 5,
    });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const admin = somebody('platform_admin');
  const remove = async (
    kind: string,
    name: string,
    more: { principal?: Principal; cascade?: boolean; dryRun?: boolean } = {},
  ): Promise<unknown> => {
    const { principal = admin, cascade = false, dryRun = false } = more;
    const service = services.get(kind)!;
    const seen = await service.get({ principal }, name);
    return service.delete(contextOf(principal, { dryRun }), seen, cascade).then(
      () => 'done',
      (error: unknown) => error,
    );
  };
  const removed = () =>
    aicp.hooks.planned.filter(({ action }) => action === 'delete').map(({ name }) => name);

  it('is refused, with the list', async () => {
    expect(await remove('Team', 'alpha')).toMatchObject({
      status: 409,
      extensions: {
        dependents: [
          { kind: 'APIKey', id: 'ann' },
          { kind: 'Budget', id: 'a-month' },
        ],
        dependent_count: 2,
      },
    });
    expect(await remove('Organization', 'acme', { dryRun: true })).toMatchObject({
      status: 409,
      extensions: { dependent_count: 4 },
    });
    expect(removed()).toEqual([]);
  });

  it('is not told of to who may not delete it', async () => {
    await aicp.put('Model', 'shared', { modelId: 'shared', provider: 'p' });
    await aicp.put('Budget', 'of-a-model', {
      entityType: 'model',
      entityId: 'shared',
      monthlyLimit: 5,
    });
    const orgAdmin = somebody('org_admin');
    const teamAdmin = somebody('team_admin', { teamIds: ['alpha'] });
    for (const [kind, name, principal] of [
      ['Organization', 'acme', orgAdmin],
      ['Model', 'shared', orgAdmin],
      ['Team', 'alpha', teamAdmin],
    ] as const) {
      const answer = await remove(kind, name, { principal });
      expect(answer, kind).toMatchObject({ status: 403 });
      expect(answer, kind).not.toHaveProperty('extensions.dependent_count');
    }
  });

  it('takes all of it along with a cascade, dependants first, and notes what went', async () => {
    const asked = { cascade: true } as const;
    expect(await remove('Organization', 'acme', { ...asked, dryRun: true })).toBe('done');
    expect(aicp.peek('APIKey', 'ann')).toBeDefined();
    expect(await remove('Organization', 'acme', asked)).toBe('done');
    const order = removed();
    expect(order).toHaveLength(5);
    expect(order.indexOf('ann')).toBeLessThan(order.indexOf('alpha'));
    expect(order.indexOf('alpha')).toBeLessThan(order.indexOf('acme-emea'));
    expect(order.at(-1)).toBe('acme');
    expect(aicp.hooks.planned.at(-1)?.along).toHaveLength(4);
    for (const [kind, name] of [
      ['APIKey', 'ann'],
      ['Team', 'alpha'],
      ['Organization', 'acme'],
    ]) {
      expect(aicp.peek(kind!, name!)).toBeUndefined();
    }
  });

  it('deletes nothing where one of them may not be deleted', async () => {
    const metadata = {
      labels: { 'app.kubernetes.io/managed-by': 'Helm' },
      annotations: { 'meta.helm.sh/release-name': 'aicp' },
    };
    await aicp.put('APIKey', 'in-git', { ...HASH, teamId: 'alpha' }, metadata);
    expect(await remove('Team', 'alpha', { cascade: true })).toMatchObject({ status: 409 });
    expect(removed()).toEqual([]);
  });

  it('says what went and what is left where a deletion fails in the middle', async () => {
    const fails = aicp.hooks;
    const before = fails.before.bind(fails);
    fails.before = async (change) => {
      if (change.kind === 'Budget') throw new Error('on purpose');
      return before(change);
    };
    expect(await remove('Team', 'alpha', { cascade: true })).toMatchObject({
      status: 503,
      extensions: {
        deleted: [{ kind: 'APIKey', id: 'ann' }],
        left: [
          { kind: 'Budget', id: 'a-month' },
          { kind: 'Team', id: 'alpha' },
        ],
        left_count: 2,
      },
    });
  });

  it('notes each deletion under the same request, and none that was not made', async () => {
    const hooks = aicp.hooks;
    const before = hooks.before.bind(hooks);
    hooks.before = async (change) => {
      if (change.name === 'acme-emea') throw new Error('on purpose');
      return before(change);
    };
    expect(await remove('Organization', 'acme', { cascade: true })).toMatchObject({ status: 503 });
    const deleted = () =>
      hooks.settled.flatMap((one) => ('object' in one ? [one.object.metadata.name] : []));
    expect(deleted()).toEqual(['ann', 'a-month', 'alpha']);
    expect(removed()).toEqual(deleted());
    hooks.before = before;
    expect(await remove('Organization', 'acme', { cascade: true })).toBe('done');
    expect(deleted()).toEqual(['ann', 'a-month', 'alpha', 'acme-emea', 'acme']);
    expect(new Set(hooks.planned.map(({ requestId }) => requestId)).size).toBe(1);
    // Only what this deletion took along, and not what an earlier one had.
    expect(hooks.planned.at(-1)?.along).toEqual([{ kind: 'BusinessUnit', id: 'acme-emea' }]);
  });

  it('does not note as its own what somebody else deleted meanwhile', async () => {
    const hooks = aicp.hooks;
    const before = hooks.before.bind(hooks);
    hooks.before = async (change) => {
      if (change.name === 'ann') {
        const place = { name: 'a-month', namespace: NAMESPACE };
        await aicp.api.remove(typeOf(kindNamed('Budget')), place);
      }
      return before(change);
    };
    expect(await remove('Team', 'alpha', { cascade: true })).toBe('done');
    expect(hooks.planned.at(-1)).toMatchObject({
      name: 'alpha',
      along: [{ kind: 'APIKey', id: 'ann' }],
    });
  });

  it('does not count what another tenant writes about an organization, nor takes that along', async () => {
    await aicp.put('Budget', 'of-others', {
      organizationId: 'other',
      entityType: 'organization',
      entityId: 'acme',
      monthlyLimit: 5,
    });
    expect(await remove('Organization', 'acme')).toMatchObject({
      extensions: { dependent_count: 4 },
    });
    expect(await remove('Organization', 'acme', { cascade: true })).toBe('done');
    expect(removed()).not.toContain('of-others');
  });

  it('is not held up by another tenant’s objects, and tells nothing of them', async () => {
    await aicp.put('Team', 'lonely', { organizationId: 'acme' });
    await aicp.put('Budget', 'foreign', {
      organizationId: 'rival',
      entityType: 'team',
      entityId: 'lonely',
      monthlyLimit: 5,
    });
    expect(await remove('Team', 'lonely', { principal: somebody('org_admin') })).toBe('done');
    expect(aicp.peek('Budget', 'foreign')).toBeDefined();
  });

  it('counts what the caller may not see, and does not name it', async () => {
    await aicp.put('Team', 'lonely', { organizationId: 'acme' });
    await aicp.put('AccessGrant', 'secret-grant', { tierId: 'premium', teamId: 'lonely' });
    const answer = await remove('Team', 'lonely', { principal: somebody('org_admin') });
    expect(answer).toMatchObject({ extensions: { dependents: [], dependent_count: 1 } });
    expect(JSON.stringify(answer)).not.toContain('secret-grant');
  });

  it('takes the keys that a key made along with it, unasked', async () => {
    const parent = await aicp.put('APIKey', 'parent', { ...HASH, organizationId: 'acme' });
    const createdBy = { key: 'parent', uid: parent.metadata.uid };
    await aicp.put('APIKey', 'child', { ...HASH, organizationId: 'acme', createdBy });
    const next = { key: 'child' };
    await aicp.put('APIKey', 'grandchild', { ...HASH, organizationId: 'acme', createdBy: next });
    expect(await remove('APIKey', 'parent')).toBe('done');
    expect(removed()).toEqual(['grandchild', 'child', 'parent']);
  });

  it('holds for models by id and alias; what denies or limits outlives a cascade', async () => {
    await aicp.put('Provider', 'sim', { type: 'simulated' });
    await aicp.put('Model', 'big', { modelId: 'big/1', provider: 'sim', aliases: ['best'] });
    await aicp.put('RoutingPolicy', 'never', { action: 'deny', targetModels: ['best'] });
    await aicp.put('FailoverRule', 'over', { sourceModel: 'big/1', targetModel: 'other' });
    const { extensions } = (await remove('Provider', 'sim')) as { extensions: object };
    expect(extensions).toMatchObject({ dependents: [{ kind: 'Model', id: 'big/1' }] });
    expect(await remove('Model', 'big/1')).toMatchObject({
      extensions: { dependent_count: 2 },
    });
    expect(await remove('Provider', 'sim', { cascade: true })).toBe('done');
    expect(removed()).toEqual(['over', 'big', 'sim']);
    expect(aicp.peek('RoutingPolicy', 'never')).toBeDefined();
  });

  it('holds for detectors that guardrails name, the platform’s for those of organizations too', async () => {
    await aicp.put('Detector', 'words', { detectorType: 'secrets' });
    await aicp.put('Guardrail', 'all', { detectors: ['words'] });
    await aicp.put('Guardrail', 'own', { organizationId: 'acme', detectors: ['words', 'gone'] });
    expect(await remove('Detector', 'words')).toMatchObject({
      status: 409,
      extensions: {
        dependents: [
          { kind: 'Guardrail', id: 'all' },
          { kind: 'Guardrail', id: 'own' },
        ],
      },
    });
    expect(await remove('Detector', 'words', { cascade: true })).toBe('done');
    expect(removed()).toEqual(['words']);
    expect(aicp.peek('Guardrail', 'all')).toBeDefined();
  });
});

describe('a business unit', () => {
  it('is found under its slug, and without one under what its name gives', async () => {
    await using aicp = await resourceFixture();
    await aicp.put('BusinessUnit', 'acme-emea', { organizationId: 'acme', slug: 'europe' });
    await aicp.put('BusinessUnit', 'acme-apac', { organizationId: 'acme' });
    const service = aicp.services(businessUnit);
    const principal = somebody('org_admin');
    for (const id of ['europe', 'emea', 'apac', 'acme-apac']) {
      expect((await service.get({ principal }, id)).metadata.name).toMatch(/^acme-/);
    }
  });
});
