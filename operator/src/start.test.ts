import { CONFIG_MAPS, SECRETS } from '@aicp/common/kubernetes/objects';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { metricValue } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it } from 'vitest';
import { NAMESPACE, TestCluster } from './testing/cluster.ts';

async function running() {
  const cluster = new TestCluster();
  const operator = await cluster.operator();
  const replica = cluster.replica('gateway-0', operator.url);
  cluster.put('Provider', 'sim', { type: 'simulated' });
  cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim' });
  await cluster.untilCondition('Model', 'fast', 'Ready', 'True');
  return { cluster, operator, replica };
}

describe('an operator', () => {
  it('brings objects to the replicas and says so on each of them', async () => {
    const { cluster, operator, replica } = await running();
    cluster.put('RoutingPolicy', 'p', { action: 'permit', targetModels: ['fast'] });
    await cluster.untilCondition('RoutingPolicy', 'p', 'Ready', 'True');
    expect(replica.fragments('policies')).toMatchObject([{ id: 'p', targets: ['fast'] }]);
    expect(cluster.conditions('RoutingPolicy', 'p')).toEqual({
      Accepted: 'True Accepted: valid, and everything it refers to exists',
      Programmed: 'True Programmed: 1 of 1 gateway replica',
      Ready: 'True Programmed: 1 of 1 gateway replica',
      Enforced: 'True Enforced: this version acts on all that it sets',
    });
    expect(cluster.get('RoutingPolicy', 'p')?.['status']).toMatchObject({ summary: 'permit fast' });
    expect(cluster.events()).toContain('Normal Programmed RoutingPolicy/p');
    expect(operator.ready()).toBe(true);
    expect(operator.complaints()).toEqual([]);
  });

  it('says at the very generation that it observed', async () => {
    const { cluster } = await running();
    cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim', tier: 'budget' });
    await until('generation 2 is ready', () => {
      const status = cluster.get('Model', 'fast')?.['status'] as {
        observedGeneration: number;
        conditions: { type: string; status: string; observedGeneration: number }[];
      };
      const ready = status.conditions.find(({ type }) => type === 'Ready');
      return (
        status.observedGeneration === 2 &&
        ready?.observedGeneration === 2 &&
        ready.status === 'True'
      );
    });
  });

  it('brings keys, teams and organizations to the admin service too, where one is installed', async () => {
    const { cluster, operator, replica } = await running();
    cluster.put('Organization', 'acme', { allowedModels: ['fast'], members: [{ userId: 'ada' }] });
    await cluster.untilCondition('Organization', 'acme', 'Ready', '1 of 1 gateway replica');
    cluster.put('BusinessUnit', 'acme-a', { organizationId: 'acme' });
    await cluster.untilCondition('BusinessUnit', 'acme-a', 'Ready', '1 of 1 gateway replica');

    cluster.put('PromptTemplate', 'summary', { templateText: 'x' });
    await cluster.untilCondition('PromptTemplate', 'summary', 'Ready', '1 of 1 gateway replica');
    const text = { prompt: 'summary', version: 1, templateText: 'x' };
    const approval = { approvedBy: 'ada', approvedAt: '2026-01-01T00:00:00Z' };
    cluster.put('PromptVersion', 'summary-1', { ...text, ...approval });
    await cluster.untilCondition('PromptVersion', 'summary-1', 'Ready', 'False NoReplicas');

    const admin = cluster.replica('admin-0', operator.url, { service: 'admin' });
    const both = '1 of 1 gateway replica, 1 of 1 admin replica';
    await cluster.untilCondition('Organization', 'acme', 'Ready', both);
    await cluster.untilCondition('BusinessUnit', 'acme-a', 'Ready', both);
    await cluster.untilCondition('PromptTemplate', 'summary', 'Ready', both);
    await cluster.untilCondition('PromptVersion', 'summary-1', 'Ready', '1 of 1 admin replica');
    cluster.put('APIKey', 'k', { keyHash: 'a'.repeat(64), organizationId: 'acme' });
    await cluster.untilCondition('APIKey', 'k', 'Ready', both);
    expect(admin.fragments('organizations')).toMatchObject([{ members: [{ user: 'ada' }] }]);
    expect(replica.fragments('organization_models')).toMatchObject([{ id: 'acme' }]);
    expect(Object.keys(admin.applied?.contents ?? {})).not.toContain('credentials');
    expect(Object.keys(replica.applied?.contents ?? {})).not.toContain('admin_credentials');
    await cluster.untilCondition('Model', 'fast', 'Programmed', 'True Programmed: 1 of 1 gateway');
    cluster.ready('admin-0', false, 'admin');
    await cluster.untilCondition('APIKey', 'k', 'Programmed', 'False NoReplicas: no admin replica');
    await cluster.untilCondition('Model', 'fast', 'Ready', 'True');
  });

  it('leaves what nobody enforces neither waiting nor stalled, and counts it apart', async () => {
    const { cluster, operator } = await running();
    cluster.put('ControlPlane', 'default', { features: { costTracking: false } });
    cluster.put('Budget', 'a', { entityType: 'global', monthlyLimit: '5' });
    const off = 'False NotEnforced: nothing is known of what requests cost: features.costTracking';
    await cluster.untilCondition('Budget', 'a', 'Ready', off);
    expect(cluster.conditions('Budget', 'a')).toMatchObject({
      Accepted: 'True Accepted: valid, and everything it refers to exists',
      Programmed: expect.stringContaining(off) as unknown,
      Enforced: expect.stringContaining(off) as unknown,
    });
    const labels = { kind: 'Budget', ready: 'not_enforced' };
    // With that of workflows, which is there from the start.
    expect(await metricValue(operator.registry, 'aicp_objects', labels)).toBe(2);
  });

  it('takes for ready what works in part, and says on which fields nobody acts', async () => {
    const { cluster, operator } = await running();
    cluster.put('Team', 'ml', { metadata: { a: 'b' }, allowedModels: ['fast'] });
    await cluster.untilCondition('Team', 'ml', 'Ready', 'True Programmed');
    expect(cluster.conditions('Team', 'ml')).toMatchObject({
      Enforced: 'False PartlyEnforced: stored, and not acted on by this version: spec.metadata',
    });
    const labels = { kind: 'Team', ready: 'true' };
    expect(await metricValue(operator.registry, 'aicp_objects', labels)).toBe(1);
  });

  it('writes no status twice', async () => {
    const { cluster } = await running();
    const writes = () =>
      cluster.api.calls.filter(({ verb, name }) => verb === 'apply' && name === 'fast').length;
    const before = writes();
    cluster.put('Model', 'other', { modelId: 'other', provider: 'sim' });
    await cluster.untilCondition('Model', 'other', 'Ready', 'True');
    expect(writes()).toBe(before);
  });

  it('tells a wrong object what to do and keeps serving the rest', async () => {
    const { cluster, replica } = await running();
    cluster.put('Model', 'lost', { modelId: 'lost', provider: 'nowhere' });
    cluster.put('RoutingPolicy', 'bad', { action: 'deny', condition: 'team ==' });
    await cluster.untilCondition('Model', 'lost', 'Ready', 'False ReferenceNotFound');
    await cluster.untilCondition('RoutingPolicy', 'bad', 'Stalled', 'True ConditionInvalid');
    expect(cluster.conditions('Model', 'lost')).toMatchObject({
      Programmed: 'False NotAccepted: left out: ReferenceNotFound',
    });
    expect(cluster.conditions('Model', 'lost')).not.toHaveProperty('Stalled');
    await until('the replica knows that it is degraded', () =>
      Boolean(replica.applied?.degraded.includes('RoutingPolicy/bad')),
    );
    expect(replica.fragments('models')).toHaveLength(1);
    expect(cluster.events()).toContain('Warning ReferenceNotFound Model/lost');

    cluster.put('Provider', 'nowhere', { type: 'simulated' });
    await cluster.untilCondition('Model', 'lost', 'Ready', 'True');
  });

  it('brings a credential, its change and its end to the replicas', async () => {
    const { cluster, replica } = await running();
    const spec = { type: 'openai', secretRef: { name: 'vendor', key: 'k' } };
    cluster.put('Provider', 'openai', spec);
    await cluster.untilCondition('Provider', 'openai', 'Accepted', 'False SecretNotFound');
    const keys = () => replica.fragments('credentials').map((fragment) => fragment['apiKey']);
    cluster.secret('vendor', { k: 'one' });
    await until('the first value', () => keys()[0] === 'one');
    await cluster.untilCondition('Provider', 'openai', 'Ready', 'True');
    cluster.secret('vendor', { k: 'two' });
    await until('the second value', () => keys()[0] === 'two');
    await cluster.api.remove(SECRETS, { namespace: NAMESPACE, name: 'vendor' });
    await until('none', () => keys().length === 0);
    await cluster.untilCondition('Provider', 'openai', 'Accepted', 'False SecretNotFound');
  });

  it('counts the replicas that have it, and says who is missing', async () => {
    const { cluster, operator, replica } = await running();
    const slow = cluster.replica('gateway-1', operator.url);
    await until(
      'both run it',
      () => slow.applied?.manifest.digest === replica.applied?.manifest.digest,
    );
    slow.paused = true;
    await until('its poll is over', async () => {
      cluster.put('Model', 'x', { modelId: `x-${Math.random()}`, provider: 'sim' });
      await new Promise((resolve) => setTimeout(resolve, 150));
      return slow.applied?.manifest.revision !== replica.applied?.manifest.revision;
    });
    cluster.put('Model', 'new', { modelId: 'new', provider: 'sim' });
    await cluster.untilCondition(
      'Model',
      'new',
      'Programmed',
      'False Pending: 1 of 2 gateway replicas; waiting for gateway-1',
    );
    expect(cluster.conditions('Model', 'new')).toHaveProperty('Reconciling');
    slow.paused = false;
    await cluster.untilCondition(
      'Model',
      'new',
      'Programmed',
      'True Programmed: 2 of 2 gateway replicas',
    );
    expect(cluster.conditions('Model', 'new')).not.toHaveProperty('Reconciling');
  });

  it('does not flap an object because of an unrelated commit', async () => {
    const { cluster, replica } = await running();
    const transition = () =>
      (cluster.get('Model', 'fast')?.['status'] as { conditions: unknown }).conditions;
    const before = transition();
    for (let n = 0; n < 5; n += 1) {
      cluster.put('Model', `m${n}`, { modelId: `m${n}`, provider: 'sim' });
      await cluster.untilCondition('Model', `m${n}`, 'Ready', 'True');
    }
    expect(replica.history.length).toBeGreaterThan(4);
    expect(transition()).toEqual(before);
  });

  it('says that nobody runs it where no replica is ready', async () => {
    const cluster = new TestCluster();
    await cluster.operator();
    cluster.put('Provider', 'sim', { type: 'simulated' });
    await cluster.untilCondition(
      'Provider',
      'sim',
      'Ready',
      'False NoReplicas: no gateway replica is ready',
    );
  });

  it('makes the settings once, and never again after a deletion', async () => {
    const { cluster } = await running();
    await cluster.untilCondition('ControlPlane', 'default', 'Ready', 'True');
    await cluster.remove('ControlPlane', 'default');
    cluster.put('Model', 'later', { modelId: 'later', provider: 'sim' });
    await cluster.untilCondition('Model', 'later', 'Ready', 'True');
    expect(cluster.get('ControlPlane', 'default')).toBeUndefined();
  });

  it('makes the first administrator’s key where it is told to', async () => {
    const cluster = new TestCluster();
    const operator = await cluster.operator({ config: { bootstrapKey: true } });
    const replica = cluster.replica('gateway-0', operator.url);
    await cluster.untilCondition('APIKey', 'bootstrap-admin', 'Ready', 'True');
    const secret = cluster.api.peek(SECRETS, { namespace: NAMESPACE, name: 'aicp-admin-key' });
    const key = Buffer.from((secret?.['data'] as { key: string }).key, 'base64').toString();
    expect(key).toMatch(/^aicp_[0-9A-Za-z]{40}$/);
    expect(cluster.get('APIKey', 'bootstrap-admin')?.['spec']).toMatchObject({
      role: 'platform_admin',
      keyPrefix: key.slice(0, 12),
    });
    expect(JSON.stringify(replica.applied)).not.toContain(key);
  });

  it('keeps the last five revisions, and Secrets for those alone', async () => {
    const { cluster } = await running();
    for (let n = 0; n < 7; n += 1) {
      cluster.put('Model', 'fast', { modelId: 'fast', provider: 'sim', weight: n + 2 });
      await cluster.untilCondition('Model', 'fast', 'Ready', 'True');
    }
    expect(cluster.index()?.history).toHaveLength(5);
    expect(cluster.index()?.history[0]?.revision).toBeGreaterThan(7);
  });

  it('writes the copy that pods start from', async () => {
    const { cluster } = await running();
    const name = 'aicp-boot-gateway-0';
    await until(
      'the copy',
      () => cluster.api.peek(SECRETS, { namespace: NAMESPACE, name }) !== undefined,
    );
  });

  it('hands out a pinned revision, and new keys all the same', async () => {
    const { cluster, replica } = await running();
    const pinned = cluster.index()?.history[0]?.revision ?? 0;
    const annotate = (annotations: Record<string, string>) => {
      const object = cluster.indexObject()!;
      cluster.api.put(CONFIG_MAPS, { ...object, metadata: { ...object.metadata, annotations } });
    };
    annotate({ 'aicp.dev/pin-revision': String(pinned) });
    cluster.put('Model', 'later', { modelId: 'later', provider: 'sim' });
    cluster.put('APIKey', 'k', { keyHash: 'a'.repeat(64) });
    await cluster.untilCondition('APIKey', 'k', 'Ready', 'True');
    await cluster.untilCondition('Model', 'later', 'Programmed', `revision ${pinned} is pinned`);
    expect(replica.fragments('models')).toHaveLength(1);
    annotate({});
    await cluster.untilCondition('Model', 'later', 'Ready', 'True');
  });

  it('ends what it holds when it stops', async () => {
    const { operator, replica, cluster } = await running();
    await replica.stop();
    const last = cluster.replica('gateway-0', operator.url);
    await until('it waits', () => last.applied !== undefined);
    const began = performance.now();
    await operator.stop();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(cluster.api.openWatches).toBe(0);
    expect(await metricValue(operator.registry, 'aicp_snapshot_commits_total')).toBeGreaterThan(0);
  });
});
