import { SECRETS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { isWellFormed } from '@aicp/contracts/keys/api-key';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { accessTier } from '@aicp/crds/access-tier';
import { apiKey } from '@aicp/crds/api-key';
import { controlPlane } from '@aicp/crds/control-plane';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ADMIN_KEY_SECRET, makeDefaults } from './defaults.ts';
import { resourceTypeOf } from './resource-type.ts';

const options = (api: FakeKubernetes, bootstrapKey = true) => ({
  api,
  namespace: 'ns',
  bootstrapKey,
  randomBytes: (count: number) => randomBytes(count),
});
const keyIn = (secret: KubernetesObject | undefined): string =>
  Buffer.from((secret?.['data'] as { key: string }).key, 'base64').toString();
const secretOf = (api: FakeKubernetes) =>
  api.peek(SECRETS, { namespace: 'ns', name: ADMIN_KEY_SECRET });
const TIERS = ['AccessTier/standard', 'AccessTier/premium', 'AccessTier/experimental'];
const tiersOf = (api: FakeKubernetes) => api.all(resourceTypeOf(accessTier));
const keysOf = (api: FakeKubernetes) => api.all(resourceTypeOf(apiKey));

describe('the objects that exist from the start', () => {
  it('are the settings, the first administrator’s key, whose hash alone is in an object, and the tiers', async () => {
    const api = new FakeKubernetes();
    const done = await makeDefaults(options(api), []);
    expect(done).toEqual(['ControlPlane/default', 'APIKey/bootstrap-admin', ...TIERS]);
    expect(api.all(resourceTypeOf(controlPlane))).toMatchObject([
      { metadata: { name: 'default' } },
    ]);
    const tiers = tiersOf(api);
    expect(tiers.map(({ metadata }) => metadata.name)).toEqual([
      'standard',
      'premium',
      'experimental',
    ]);
    for (const { spec } of tiers) expect(accessTier.spec.safeParse(spec).error).toBeUndefined();
    const key = keyIn(secretOf(api));
    expect(isWellFormed(key)).toBe(true);
    expect(keysOf(api)).toMatchObject([
      { spec: { keyHash: sha256(key), keyPrefix: key.slice(0, 12), role: 'platform_admin' } },
    ]);
  });

  it('carry no label of an owner', async () => {
    const api = new FakeKubernetes();
    await makeDefaults(options(api), []);
    for (const made of [
      secretOf(api),
      ...keysOf(api),
      ...tiersOf(api),
      ...api.all(resourceTypeOf(controlPlane)),
    ]) {
      expect(made?.metadata.labels).toBeUndefined();
    }
  });

  it('are without the key on one machine', async () => {
    const api = new FakeKubernetes();
    expect(await makeDefaults(options(api, false), [])).toEqual(['ControlPlane/default', ...TIERS]);
    expect(secretOf(api)).toBeUndefined();
  });

  it('are never made again', async () => {
    const api = new FakeKubernetes();
    const done = await makeDefaults(options(api), [
      'ControlPlane/default',
      'APIKey/bootstrap-admin',
      ...TIERS,
    ]);
    expect(done).toHaveLength(5);
    expect(api.calls).toEqual([]);
  });

  it('that a newer version brings are made beside those of before, deleted ones excepted', async () => {
    const api = new FakeKubernetes();
    const before = ['ControlPlane/default', 'APIKey/bootstrap-admin', 'AccessTier/premium'];
    await makeDefaults(options(api), before);
    expect(tiersOf(api).map(({ metadata }) => metadata.name)).toEqual(['standard', 'experimental']);
    expect(keysOf(api)).toEqual([]);
  });

  it('that a person made first are left as they are', async () => {
    const api = new FakeKubernetes();
    const type = resourceTypeOf(controlPlane);
    api.put(type, {
      metadata: { name: 'default', namespace: 'ns' },
      spec: { environment: 'prod' },
    });
    await makeDefaults(options(api), []);
    expect(api.all(type)).toMatchObject([{ spec: { environment: 'prod' } }]);
  });

  it('belong together after a crash between the Secret and the key', async () => {
    const api = new FakeKubernetes();
    api.intercept = ({ verb, resource }) => {
      if (verb === 'create' && resource === 'apikeys.aicp.dev') throw new Error('crash');
    };
    await expect(makeDefaults(options(api), [])).rejects.toThrow('crash');
    const before = keyIn(secretOf(api));
    api.intercept = () => undefined;
    await makeDefaults(options(api), []);
    expect(keyIn(secretOf(api))).toBe(before);
    expect(keysOf(api)).toMatchObject([{ spec: { keyHash: sha256(before) } }]);
  });
});
