import { ENDPOINT_SLICES } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { expect, it } from 'vitest';
import { endpointSlice, withdrawEndpoints } from './endpoints.ts';

const namespace = 'aicp';

it('leaves nothing of a service that an earlier start had, and the others as they are', async () => {
  const api = new FakeKubernetes();
  for (const service of ['gateway', 'mcp-host']) {
    const slice = endpointSlice({ service, instance: `${service}-0`, port: 1 }, namespace, true);
    await api.apply(ENDPOINT_SLICES, slice, { fieldManager: 'test' });
  }
  await withdrawEndpoints({ api, namespace }, ['mcp-host', 'cost']);
  const { items } = await api.list(ENDPOINT_SLICES, { namespace });
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['gateway-local']);
});
