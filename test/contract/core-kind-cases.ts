import { expect, it } from 'vitest';
import { MERGE } from './contract-client.ts';
import { configMap, core, secret } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Secrets and ConfigMaps, Leases and EndpointSlices. */
export function coreKindContract(options: ContractOptions): void {
  topic('core kinds', options, (shared) => {
    const secrets = (): string => core(shared().namespace, 'secrets');
    const maps = (): string => core(shared().namespace, 'configmaps');
    const leases = (): string =>
      `/apis/coordination.k8s.io/v1/namespaces/${shared().namespace}/leases`;
    const slices = (): string =>
      `/apis/discovery.k8s.io/v1/namespaces/${shared().namespace}/endpointslices`;

    it('moves stringData of a Secret into data, which wins nothing against it', async () => {
      const { client } = shared();
      const object = secret('plain', {
        data: { a: base64('old'), b: base64('b') },
        stringData: { a: 'new' },
      });
      const { status, body } = await client.post(secrets(), object);
      expect(status).toBe(201);
      expect(body.data).toEqual({ a: base64('new'), b: base64('b') });
      expect(body.type).toBe('Opaque');
      expect(body).not.toHaveProperty('stringData');
      const { body: patched } = await client.patch(`${secrets()}/plain`, MERGE, {
        stringData: { c: 'c' },
      });
      expect(patched.data).toEqual({ a: base64('new'), b: base64('b'), c: base64('c') });
    });

    it('does not count the generation of core kinds', async () => {
      const { body } = await shared().client.post(secrets(), secret('uncounted'));
      expect(body.metadata).not.toHaveProperty('generation');
    });

    it('refuses data that is no base64, a wrong type, and keys that are no file names', async () => {
      const { client } = shared();
      const broken = await client.post(secrets(), secret('bad', { data: { a: '***' } }));
      expect(broken.status).toBe(400);
      expect(broken.body.message).toBe(
        'Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte 0',
      );
      const typed = await client.post(maps(), configMap('bad', { a: 5 }));
      expect(typed.status).toBe(400);
      expect(typed.body.message).toContain('json: cannot unmarshal number into Go struct field');
      const key = await client.post(secrets(), secret('bad', { data: { 'a b': '' } }));
      expect(key.status).toBe(422);
      expect(key.body.message).toContain(
        'data[a b]: Invalid value: "a b": a valid config key must',
      );
    });

    it('keeps the type of a Secret', async () => {
      const { client } = shared();
      await client.post(secrets(), secret('typed', { type: 'aicp.dev/x' }));
      const { status, body } = await client.patch(`${secrets()}/typed`, MERGE, { type: 'other' });
      expect(status).toBe(422);
      expect(body.message).toBe(
        'Secret "typed" is invalid: type: Invalid value: "other": field is immutable',
      );
    });

    it.each(['secrets', 'configmaps'])(
      'lets nobody change immutable %s but their metadata',
      async (plural) => {
        const { client, namespace } = shared();
        const path = core(namespace, plural);
        const kind = plural === 'secrets' ? 'Secret' : 'ConfigMap';
        await client.post(path, {
          ...secret('frozen'),
          kind,
          immutable: true,
          data: { a: 'YQ==' },
        });
        const data = await client.patch(`${path}/frozen`, MERGE, { data: { a: 'Yg==' } });
        expect(data.status).toBe(422);
        expect(data.body.message).toBe(
          `${kind} "frozen" is invalid: data: Forbidden: field is immutable when \`immutable\` is set`,
        );
        const thawed = await client.patch(`${path}/frozen`, MERGE, { immutable: false });
        expect(thawed.status).toBe(422);
        const labels = { metadata: { labels: { a: 'b' } } };
        expect((await client.patch(`${path}/frozen`, MERGE, labels)).status).toBe(200);
        expect((await client.delete(`${path}/frozen`)).status).toBe(200);
      },
    );

    it('refuses a key in both maps of a ConfigMap', async () => {
      const { body } = await shared().client.post(maps(), {
        ...configMap('both', { a: 'b' }),
        binaryData: { a: 'YQ==' },
      });
      expect(body.message).toBe(
        'ConfigMap "both" is invalid: data[a]: Invalid value: "a": duplicate of key present in binaryData',
      );
    });

    it('drops unknown fields of core kinds with a warning', async () => {
      const { warnings, body } = await shared().client.post(maps(), {
        ...configMap('extra'),
        bogus: 1,
      });
      expect(warnings).toEqual(['unknown field "bogus"']);
      expect(body).not.toHaveProperty('bogus');
    });

    const lease = (name: string, spec: object = {}) => ({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name },
      spec: {
        holderIdentity: 'me',
        leaseDurationSeconds: 15,
        renewTime: '2026-01-01T00:00:00.000000Z',
        leaseTransitions: 0,
        ...spec,
      },
    });

    it('lets one of two take a Lease that both saw', async () => {
      const { client } = shared();
      const { status, body: seen } = await client.post(leases(), lease('leader'));
      expect(status).toBe(201);
      const take = (holderIdentity: string) =>
        client.put(`${leases()}/leader`, { ...seen, spec: { ...seen.spec, holderIdentity } });
      const [first, second] = [await take('one'), await take('two')];
      expect([first.status, second.status]).toEqual([200, 409]);
      const { body } = await client.get(`${leases()}/leader`);
      expect(body.spec['holderIdentity']).toBe('one');
    });

    it('creates a Lease by PUT, and refuses times without microseconds and spans of nothing', async () => {
      const { client } = shared();
      expect((await client.put(`${leases()}/put`, lease('put'))).status).toBe(201);
      const late = await client.post(
        leases(),
        lease('late', { renewTime: '2026-01-01T00:00:00Z' }),
      );
      expect(late.status).toBe(400);
      expect(late.body.message).toContain('as "2006-01-02T15:04:05.000000Z07:00": cannot parse');
      const short = await client.post(leases(), lease('short', { leaseDurationSeconds: 0 }));
      expect(short.status).toBe(422);
      expect(short.body.message).toContain(
        'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
      );
    });

    it('keeps EndpointSlices, with their protocol by default and a counted generation', async () => {
      const { client } = shared();
      const slice = {
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: { name: 'gateway', labels: { 'aicp.dev/snapshot-service': 'gateway' } },
        addressType: 'IPv4',
        ports: [{ name: 'http', port: 4000 }],
        endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
      };
      const { status, body } = await client.post(slices(), slice);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        metadata: { generation: 1 },
        ports: [{ name: 'http', port: 4000, protocol: 'TCP' }],
      });
      const endpoints = [{ addresses: ['10.0.0.2'], conditions: { ready: false } }];
      const { body: moved } = await client.patch(`${slices()}/gateway`, MERGE, { endpoints });
      expect(moved.metadata.generation).toBe(2);
      const { addressType: _, ...rest } = slice;
      const untyped = await client.post(slices(), { ...rest, metadata: { name: 'untyped' } });
      expect(untyped.body.message).toContain('addressType: Required value');
    });
  });
}
