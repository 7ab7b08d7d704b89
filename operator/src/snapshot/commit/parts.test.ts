import { randomBytes } from 'node:crypto';
import { SECRETS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { describe, expect, it } from 'vitest';
import { PART_BYTES, readParts, writeParts } from './parts.ts';

const namespace = 'ns';
/** Text that no compression makes small. */
const big = JSON.stringify([randomBytes(2_000_000).toString('hex')]);
const secret = (api: FakeKubernetes, name: string) => api.peek(SECRETS, { namespace, name });
const sizeOf = ({ data }: KubernetesObject): number =>
  Buffer.from((data as { part: string }).part, 'base64').length;

describe('the parts of a section', () => {
  it('are immutable Secrets that no object may refer to, small enough, and give the bytes back', async () => {
    const api = new FakeKubernetes();
    const names = await writeParts(api, namespace, big);
    expect(names.length).toBeGreaterThan(2);
    for (const part of api.all(SECRETS)) {
      expect(part).toMatchObject({ immutable: true });
      expect(part.metadata.labels).toMatchObject({
        'app.kubernetes.io/managed-by': 'aicp-operator',
        'aicp.dev/snapshot': 'part',
      });
      expect(sizeOf(part)).toBeLessThanOrEqual(PART_BYTES);
    }
    expect(await readParts(api, { namespace, names, digest: sha256(big) })).toBe(big);
  });

  it('are named by their contents, so that the same section is written once', async () => {
    const api = new FakeKubernetes();
    const first = await writeParts(api, namespace, '[1]');
    expect(await writeParts(api, namespace, '[1]')).toEqual(first);
    expect(await writeParts(api, namespace, '[2]')).not.toEqual(first);
    expect(api.all(SECRETS)).toHaveLength(2);
  });

  it('that are missing, spoilt or of another section are none', async () => {
    const api = new FakeKubernetes();
    const names = await writeParts(api, namespace, big);
    const read = (digest = sha256(big)) => readParts(api, { namespace, names, digest });
    expect(await read('another')).toBeUndefined();
    const last = secret(api, names.at(-1)!)!;
    api.put(SECRETS, { ...last, data: { part: 'AAAA' } });
    expect(await read()).toBeUndefined();
    await api.remove(SECRETS, last.metadata);
    expect(await read()).toBeUndefined();
  });
});
