import { Kubectl } from '@aicp/test/contract/kubectl';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { messageOf, type ApiClient, type ApiObject } from './control-plane/api-client.ts';
import { installCrds, newNamespace, sharedClient } from './shared/shared-cluster.ts';

let client: ApiClient;
let namespace = '';

beforeAll(async () => {
  client = sharedClient();
  await installCrds(client);
  namespace = await newNamespace(client);
});

afterAll(async () => {
  await client.close();
});

const policy = (name: string, spec: object) => ({
  apiVersion: 'aicp.dev/v1alpha1',
  kind: 'RoutingPolicy',
  metadata: { name, namespace },
  spec,
});

interface Policy extends ApiObject {
  readonly spec: Readonly<Record<string, unknown>>;
}

async function apply(manager: string, object: ReturnType<typeof policy>, force = false) {
  const { name } = object.metadata;
  const path = `/apis/aicp.dev/v1alpha1/namespaces/${namespace}/routingpolicies/${name}`;
  return await client.call('PATCH', path, {
    body: object,
    contentType: 'application/apply-patch+yaml',
    query: { fieldManager: manager, force: String(force) },
  });
}

describe('server-side apply by two managers', () => {
  it('lets each manager own its fields', async () => {
    await apply('git', policy('shared', { action: 'deny', priority: 10 }));
    const { status, body } = await apply('console', policy('shared', { isActive: false }));
    expect(status).toBe(200);
    expect((body as Policy).spec).toEqual({ action: 'deny', priority: 10, isActive: false });
  });

  it('tells the second manager who owns a field that it wants to change', async () => {
    await apply('git', policy('owned', { action: 'deny', priority: 10 }));
    const { status, body } = await apply(
      'console',
      policy('owned', { action: 'permit', priority: 20 }),
    );
    expect(status).toBe(409);
    expect(messageOf(body)).toBe(
      'Apply failed with 2 conflicts: conflicts with "git":\n- .spec.action\n- .spec.priority',
    );
    expect((body as { details: unknown }).details).toMatchObject({
      causes: [
        { reason: 'FieldManagerConflict', message: 'conflict with "git"', field: '.spec.action' },
        { reason: 'FieldManagerConflict', message: 'conflict with "git"', field: '.spec.priority' },
      ],
    });
  });

  it('gives the field to who forces it, and the former owner then meets the conflict', async () => {
    await apply('git', policy('forced', { action: 'deny', priority: 10 }));
    await apply('console', policy('forced', { priority: 20 }), true);
    const { status, body } = await apply('git', policy('forced', { action: 'deny', priority: 10 }));
    expect(status).toBe(409);
    expect(messageOf(body)).toBe(
      'Apply failed with 1 conflict: conflict with "console": .spec.priority',
    );
  });

  it('takes away what a manager no longer applies, unless another owns it too', async () => {
    const both = { action: 'deny', description: 'both' };
    await apply('git', policy('dropped', { ...both, condition: 'team == a' }));
    await apply('console', policy('dropped', both));
    const { body } = await apply('git', policy('dropped', { action: 'deny' }));
    expect((body as Policy).spec).toEqual({ ...both, isActive: true, priority: 0 });
  });

  it('replaces lists as a whole, so that their order has one owner', async () => {
    await apply('git', policy('lists', { action: 'prefer', targetModels: ['a', 'b'] }));
    const { status } = await apply('console', policy('lists', { targetModels: ['b'] }));
    expect(status).toBe(409);
  });

  it('reads in kubectl as it reads on the wire', async () => {
    const kubectl = await Kubectl.open(inject('cluster').adminKubeconfigPath, namespace);
    const file = async (priority: number) =>
      await kubectl.file(`priority-${priority}`, policy('kubectl', { action: 'deny', priority }));
    const apply = ['apply', '--server-side', '--field-manager'];
    await kubectl.say(...apply, 'git', '-f', await file(1));
    const complaint = await kubectl.complain(...apply, 'console', '-f', await file(2));
    await kubectl.close();
    expect(complaint).toContain(
      'Apply failed with 1 conflict: conflict with "git": .spec.priority',
    );
    expect(complaint).toContain('--force-conflicts');
  });
});
