import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { loadBootCopy } from '@aicp/common/snapshot/store';
import { sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MOST_PARTS, writeBootCopy } from './boot-copy.ts';

const namespace = 'ns';
/** Text that no compression makes small. */
const noise = (bytes: number): string => JSON.stringify([randomBytes(bytes).toString('hex')]);
const big = noise(2_000_000);
const secret = (api: FakeKubernetes, name: string) => api.peek(SECRETS, { namespace, name });

function snapshot(models: string, revision = 1): StoredSnapshot {
  const sections = { models: sha256(models) };
  const manifest = { epoch: 1, revision, digest: snapshotDigest(sections), sections };
  return { manifest, degraded: ['RoutingPolicy/x'], contents: { models } };
}

/** Mounts the Secrets of a boot copy as a kubelet does. */
async function mounted(api: FakeKubernetes): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'aicp-boot-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const { metadata, data } of api.all(SECRETS)) {
    const folder = join(directory, metadata.name.replace('aicp-boot-gateway-', ''));
    await mkdir(folder);
    for (const [key, value] of Object.entries(data as Record<string, string>)) {
      await writeFile(join(folder, key), Buffer.from(value, 'base64'));
    }
  }
  return directory;
}

describe('the copy that pods start from', () => {
  const options = (api: FakeKubernetes) => ({ api, namespace, fieldManager: 'aicp-operator' });

  it('is what a service reads', async () => {
    const api = new FakeKubernetes();
    for (const one of [snapshot('[1]'), snapshot(big, 2), snapshot('[3]', 3)]) {
      expect(await writeBootCopy(options(api), 'gateway', one)).toEqual({ state: 'written' });
      expect(await loadBootCopy(await mounted(api))).toEqual(one);
    }
    expect(api.all(SECRETS)).toHaveLength(1);
  });

  it('is not written again while nothing changed', async () => {
    const api = new FakeKubernetes();
    await writeBootCopy(options(api), 'gateway', snapshot('[1]'));
    const again = await writeBootCopy(options(api), 'gateway', snapshot('[1]'));
    expect(again).toEqual({ state: 'current' });
  });

  it('is removed where the snapshot has more parts than pods mount', async () => {
    const api = new FakeKubernetes();
    await writeBootCopy(options(api), 'gateway', snapshot(big));
    const outcome = await writeBootCopy(options(api), 'gateway', snapshot(noise(5_900_000), 2));
    expect(outcome).toEqual({ state: 'too_large', parts: MOST_PARTS + 1 });
    expect(api.all(SECRETS)).toEqual([]);
  });

  it('is none for a pod that sees it half refreshed', async () => {
    const api = new FakeKubernetes();
    await writeBootCopy(options(api), 'gateway', snapshot(big));
    const old = secret(api, 'aicp-boot-gateway-1')!;
    await writeBootCopy(options(api), 'gateway', snapshot(noise(2_000_000), 2));
    api.put(SECRETS, old);
    expect(await loadBootCopy(await mounted(api))).toBeUndefined();
  });
});
