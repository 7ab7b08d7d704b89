import { expect, it } from 'vitest';
import { MERGE, TABLE } from './contract-client.ts';
import type { ContractOptions } from './contract-server.ts';
import { condition, configMap, core, custom, policy, secret } from './objects.ts';
import { topic } from './suite.ts';

/** Tables, as `kubectl get` asks for them. */
export function tableContract(options: ContractOptions): void {
  topic('tables', options, (shared) => {
    const policies = (): string => custom(shared().namespace, 'routingpolicies');
    const table = async (path: string, query: Record<string, string> = {}) => {
      const answer = await shared().client.call('GET', path, { accept: TABLE, query });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
      return answer.body;
    };

    it('has the printer columns of a kind, wide ones by priority', async () => {
      const { client } = shared();
      await client.post(policies(), policy('shown', { spec: { priority: 7 } }));
      const { columnDefinitions } = await table(policies());
      expect(columnDefinitions.map(({ name, priority }) => [name, priority])).toEqual([
        ['Name', 0],
        ['Priority', 0],
        ['Summary', 0],
        ['When', 0],
        ['Type', 1],
        ['Ready', 0],
        ['Reason', 1],
        ['Enforced', 1],
        ['Age', 0],
      ]);
    });

    it('fills cells by type: numbers, texts, ages, and nothing where there is nothing', async () => {
      const { client } = shared();
      await client.post(policies(), policy('cells', { spec: { priority: 7 } }));
      const query = { fieldSelector: 'metadata.name=cells' };
      const { rows } = await table(policies(), query);
      expect(rows[0]?.cells.slice(0, 8)).toEqual([
        ...['cells', 7],
        ...[null, null, null],
        ...[null, null, null],
      ]);
      expect(rows[0]?.cells[8]).toMatch(/^\d+s$/);
      const conditions = [
        condition('Other', 'False'),
        condition('Ready', 'True', 'Programmed'),
        condition('Enforced', 'False', 'PartlyEnforced'),
      ];
      const status = { conditions, summary: 'permit gpt-4o', when: 'team == a' };
      await client.patch(`${policies()}/cells/status`, MERGE, { status });
      const after = await table(policies(), query);
      expect(after.rows[0]?.cells.slice(0, 8)).toEqual([
        ...['cells', 7],
        ...['permit gpt-4o', 'team == a', null],
        ...['True', 'Programmed', 'PartlyEnforced'],
      ]);
    });

    it('fills cells with lists as JSON', async () => {
      const { client, namespace } = shared();
      const subscriptions = custom(namespace, 'eventsubscriptions');
      await client.post(subscriptions, {
        apiVersion: 'aicp.dev/v1alpha1',
        kind: 'EventSubscription',
        metadata: { name: 'listed' },
        spec: { eventTypes: ['budget.*'], channel: 'email', config: { to: ['a@b.example'] } },
      });
      const { rows } = await table(subscriptions);
      expect(rows[0]?.cells.slice(0, 3)).toEqual(['listed', 'email', '["budget.*"]']);
    });

    it('brings the metadata along, the whole object, or nothing', async () => {
      await shared().client.post(policies(), policy('carried'));
      const row = async (query: Record<string, string>) => {
        const { rows } = await table(`${policies()}/carried`, query);
        return rows[0]?.object;
      };
      expect(await row({})).toMatchObject({
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { name: 'carried' },
      });
      expect((await row({ includeObject: 'Object' }))?.spec).toMatchObject({ action: 'permit' });
      expect(await row({ includeObject: 'None' })).toBeNull();
      const { status, body } = await shared().client.call('GET', policies(), {
        accept: TABLE,
        query: { includeObject: 'Foo' },
      });
      expect(status).toBe(400);
      expect(body.message).toContain('includeObject: Invalid value: "Foo"');
    });

    it('says a version, and where to go on', async () => {
      await shared().client.post(policies(), policy('page-a'));
      await shared().client.post(policies(), policy('page-b'));
      const { metadata, rows } = await table(policies(), { limit: '1' });
      expect(rows).toHaveLength(1);
      expect(metadata.resourceVersion).toMatch(/^\d+$/);
      expect(metadata.continue).not.toBe('');
      expect(metadata.remainingItemCount).toBeGreaterThan(0);
    });

    it('answers a Status, not a table, for what is not there', async () => {
      const { status, body } = await shared().client.call('GET', `${policies()}/nobody`, {
        accept: TABLE,
      });
      expect(status).toBe(404);
      expect(body.kind).toBe('Status');
    });

    it('takes the first media type that it can, and refuses where there is none', async () => {
      const { client } = shared();
      const fallback = await client.call('GET', policies(), {
        accept: `application/vnd.kubernetes.protobuf;as=Table;v=v1beta1;g=meta.k8s.io,${TABLE},application/json`,
      });
      expect(fallback.body.kind).toBe('Table');
      const none = await client.call('GET', policies(), { accept: 'text/html' });
      expect(none.status).toBe(406);
    });

    it('has the usual columns for core kinds', async () => {
      const { client, namespace } = shared();
      await client.post(core(namespace, 'secrets'), secret('s', { stringData: { a: 'b' } }));
      await client.post(core(namespace, 'configmaps'), configMap('c', { a: '1', b: '2' }));
      const secrets = await table(core(namespace, 'secrets'));
      expect(secrets.columnDefinitions.map(({ name }) => name)).toEqual([
        'Name',
        'Type',
        'Data',
        'Age',
      ]);
      expect(secrets.rows[0]?.cells.slice(0, 3)).toEqual(['s', 'Opaque', 1]);
      const maps = await table(`${core(namespace, 'configmaps')}/c`);
      expect(maps.rows[0]?.cells.slice(0, 2)).toEqual(['c', 2]);
      const spaces = await table(`/api/v1/namespaces/${namespace}`);
      expect(spaces.rows[0]?.cells.slice(0, 2)).toEqual([namespace, 'Active']);
      const crds = await table('/apis/apiextensions.k8s.io/v1/customresourcedefinitions');
      expect(crds.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Created At']);
      expect(crds.rows.map(({ cells }) => cells[0])).toContain('routingpolicies.aicp.dev');
    });
  });
}
