import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import { storedBindings } from './control/status.ts';
import { hashOf } from './testing/builders.ts';
import { TestCluster } from './testing/cluster.ts';

async function running() {
  const cluster = new TestCluster();
  const operator = await cluster.operator();
  const replica = cluster.replica('gateway-0', operator.url);
  const keyOf = (name: string): Record<string, unknown> | undefined =>
    Object.keys(replica.applied?.contents ?? {})
      .filter((section) => section.startsWith('keys-'))
      .flatMap((section) => replica.fragments(section))
      .find((fragment) => fragment['id'] === name);
  cluster.put('Organization', 'acme', {});
  cluster.put('Team', 'data', { organizationId: 'acme' });
  cluster.put('APIKey', 'k', { keyHash: hashOf('k'), teamId: 'data' });
  await cluster.untilCondition('APIKey', 'k', 'Ready', 'True');
  return { cluster, operator, replica, keyOf };
}

const ownerIn = (object: KubernetesObject | undefined) => storedBindings(object?.['status']).owner;

describe('an operator', () => {
  it('records in the status of an object which organization it is bound to', async () => {
    const { cluster } = await running();
    const { uid: organizationUid } = cluster.get('Organization', 'acme')!.metadata;
    for (const [kind, name] of [
      ['Team', 'data'],
      ['APIKey', 'k'],
    ] as const) {
      await until('it is recorded', () => ownerIn(cluster.get(kind, name)) !== undefined);
      const object = cluster.get(kind, name);
      expect(ownerIn(object)).toEqual({
        objectUid: object?.metadata.uid,
        organization: 'acme',
        organizationUid,
      });
    }
    expect(ownerIn(cluster.get('Organization', 'acme'))).toBeUndefined();
  });

  it('lets a deletion by kubectl go through, and everything below stops; Git that creates the team again brings its keys back', async () => {
    const { cluster, operator, keyOf } = await running();
    await cluster.remove('Team', 'data');
    await cluster.untilCondition('APIKey', 'k', 'Accepted', 'False ReferenceNotFound');
    await until('the key stops', () => keyOf('k')?.['ownerMissing'] !== undefined);
    cluster.put('Team', 'data', { organizationId: 'acme' });
    await cluster.untilCondition('APIKey', 'k', 'Ready', 'True');
    expect(keyOf('k')).not.toHaveProperty('ownerMissing');
    expect(operator.complaints()).toEqual([]);
  });

  it('gives an organization that is created anew nothing of the old one, also when that was while no operator ran', async () => {
    const { cluster, operator, replica } = await running();
    await until('it is recorded', () => ownerIn(cluster.get('APIKey', 'k')) !== undefined);
    await operator.stop();
    await cluster.remove('Organization', 'acme');
    cluster.put('Organization', 'acme', {});
    const next = await cluster.operator({ identity: 'operator-1' });
    await replica.stop();
    cluster.replica('gateway-0', next.url, {
      ...(replica.applied && { applied: replica.applied }),
    });
    await cluster.untilCondition('APIKey', 'k', 'Accepted', 'False OwnerMismatch');
    await cluster.untilCondition('Team', 'data', 'Stalled', 'True OwnerMismatch');
    await cluster.remove('Team', 'data');
    cluster.put('Team', 'data', { organizationId: 'acme' });
    await cluster.untilCondition('Team', 'data', 'Ready', 'True');
    await cluster.untilCondition('APIKey', 'k', 'Accepted', 'False OwnerMismatch');
    await cluster.remove('APIKey', 'k');
    cluster.put('APIKey', 'k', { keyHash: hashOf('k'), teamId: 'data' });
    await cluster.untilCondition('APIKey', 'k', 'Ready', 'True');
  });
});
