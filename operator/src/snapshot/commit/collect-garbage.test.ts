import { SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';
import { EMPTY_INDEX } from './index-object.ts';
import { writeParts } from './parts.ts';

const namespace = 'ns';
const secret = (api: FakeKubernetes, name: string) => api.peek(SECRETS, { namespace, name });

describe('garbage collection', () => {
  it('removes what no revision names, but nothing young, nothing named and nothing of others', async () => {
    let now = 0;
    const api = new FakeKubernetes(() => now);
    const [old = ''] = await writeParts(api, namespace, '[1]');
    const [named = ''] = await writeParts(api, namespace, '[2]');
    api.put(SECRETS, { metadata: { name: 'mine', namespace } });
    now = 20_000;
    const [young = ''] = await writeParts(api, namespace, '[3]');
    now = 40_000;
    const index = { ...EMPTY_INDEX, parts: { two: [named], lost: ['aicp-snap-gone'] } };
    const collected = await collectGarbage({ api, namespace, index, nowMs: now });
    expect(collected).toEqual({ removed: 1, incomplete: ['lost'] });
    expect(secret(api, old)).toBeUndefined();
    for (const name of [named, young, 'mine']) expect(secret(api, name)).toBeDefined();
  });
});
