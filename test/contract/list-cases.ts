import { beforeAll, expect, it } from 'vitest';
import { MERGE, TABLE } from './contract-client.ts';
import { condition, configMap, core, custom, policy, secret } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** Lists: order, pages, selectors, versions. */
export function listContract(options: ContractOptions): void {
  topic('lists', options, (shared) => {
    const path = (): string => custom(shared().namespace, 'routingpolicies');
    const names = async (query: Record<string, string>): Promise<string[]> => {
      const { status, body, text } = await shared().client.get(path(), query);
      expect(status, text).toBe(200);
      return body.items.map((item) => item.metadata.name);
    };

    beforeAll(async () => {
      for (const [i, name] of NAMES.entries()) {
        const labels = { odd: i % 2 === 0 ? 'no' : 'yes', ...(name === 'e' ? { last: '' } : {}) };
        const spec = { action: i < 2 ? 'deny' : 'permit' };
        await shared().client.post(path(), policy(name, { metadata: { labels }, spec }));
      }
    });

    it('says what it is a list of, at which version, in the order of names', async () => {
      const { body } = await shared().client.get(path());
      expect(body.kind).toBe('RoutingPolicyList');
      expect(body.apiVersion).toBe('aicp.dev/v1alpha1');
      expect(body.metadata.resourceVersion).toMatch(/^\d+$/);
      expect(body.items.map((item) => item.metadata.name)).toEqual(NAMES);
      expect(body.items[0]).toMatchObject({
        apiVersion: 'aicp.dev/v1alpha1',
        kind: 'RoutingPolicy',
      });
    });

    it.each([
      ['odd=yes', ['b', 'd']],
      ['odd!=yes', ['a', 'c', 'e']],
      ['odd in (yes, maybe)', ['b', 'd']],
      ['odd notin (yes)', ['a', 'c', 'e']],
      ['last', ['e']],
      ['!last,odd=no', ['a', 'c']],
      ['last=', ['e']],
    ])('selects by the labels %s', async (labelSelector, expected) => {
      expect(await names({ labelSelector })).toEqual(expected);
    });

    it('selects by name, by the selectable fields of the kind, and by both', async () => {
      expect(await names({ fieldSelector: 'metadata.name=c' })).toEqual(['c']);
      expect(await names({ fieldSelector: 'metadata.name!=c' })).toEqual(['a', 'b', 'd', 'e']);
      expect(await names({ fieldSelector: 'spec.action=deny' })).toEqual(['a', 'b']);
      expect(await names({ fieldSelector: 'spec.action==deny,metadata.name!=a' })).toEqual(['b']);
    });

    it('selects Secrets by type', async () => {
      const { client, namespace } = shared();
      await client.post(core(namespace, 'secrets'), secret('typed', { type: 'aicp.dev/test' }));
      await client.post(core(namespace, 'secrets'), secret('plain'));
      const { body } = await client.get(core(namespace, 'secrets'), {
        fieldSelector: 'type=aicp.dev/test',
      });
      expect(body.items.map((item) => item.metadata.name)).toEqual(['typed']);
    });

    it('refuses selectors that it cannot read', async () => {
      const { client } = shared();
      const label = await client.get(path(), { labelSelector: 'a b' });
      expect(label.status).toBe(400);
      expect(label.body.message).toContain("found 'b', expected: in, notin, =, ==, !=, gt, lt");
      const unknown = await client.get(path(), { fieldSelector: 'spec.priority=1' });
      expect(unknown.status).toBe(400);
      expect(unknown.body.message).toBe('field label not supported: spec.priority');
      const broken = await client.get(path(), { fieldSelector: 'spec.action' });
      expect(broken.body.message).toBe(
        "invalid selector: 'spec.action'; can't understand 'spec.action'",
      );
    });

    it('answers page by page, and every page as it was when the first was asked for', async () => {
      const { client } = shared();
      const first = await client.get(path(), { limit: '2' });
      expect(first.body.items.map((item) => item.metadata.name)).toEqual(['a', 'b']);
      expect(first.body.metadata.remainingItemCount).toBe(3);
      await client.delete(`${path()}/c`);
      await client.patch(`${path()}/d`, MERGE, { metadata: { labels: { later: 'yes' } } });
      const token = first.body.metadata.continue ?? '';
      const second = await client.get(path(), { limit: '2', continue: token });
      expect(second.body.items.map((item) => item.metadata.name)).toEqual(['c', 'd']);
      expect(second.body.items[1]?.metadata.labels).not.toHaveProperty('later');
      expect(second.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion);
      const rest = await client.get(path(), { continue: second.body.metadata.continue ?? '' });
      expect(rest.body.items.map((item) => item.metadata.name)).toEqual(['e']);
      expect(rest.body.metadata.continue ?? '').toBe('');
      await client.post(path(), policy('c', { metadata: { labels: { odd: 'no' } } }));
    });

    it('answers a list exactly as it was at a version', async () => {
      const { client } = shared();
      const { body: before } = await client.get(path());
      const resourceVersion = before.metadata.resourceVersion ?? '';
      await client.post(path(), policy('later'));
      const exact = { resourceVersion, resourceVersionMatch: 'Exact' };
      expect(await names(exact)).toEqual(NAMES);
      expect(await names({ resourceVersion, resourceVersionMatch: 'NotOlderThan' })).toContain(
        'later',
      );
      expect(await names({ resourceVersion: '0' })).toContain('later');
      await client.delete(`${path()}/later`);
    });

    it('refuses versions that it has not reached, that are none, or that lack their match', async () => {
      const { client } = shared();
      const future = await client.get(path(), { resourceVersion: '99999999' });
      expect(future.status).toBe(504);
      expect(future.body.message).toContain('Too large resource version: 99999999');
      const none = await client.get(path(), { resourceVersion: 'abc' });
      expect(none.status).toBe(400);
      const alone = await client.get(path(), { resourceVersionMatch: 'Exact' });
      expect(alone.status).toBe(422);
      expect(alone.body.message).toContain(
        'resourceVersionMatch is forbidden unless resourceVersion is provided',
      );
      const token = await client.get(path(), { continue: 'nonsense' });
      expect(token.status).toBe(400);
      expect(token.body.message).toContain('continue key is not valid');
    });

    it('answers an empty list for a namespace that does not exist', async () => {
      const { status, body } = await shared().client.get(custom('nowhere', 'routingpolicies'));
      expect(status).toBe(200);
      expect(body.items).toEqual([]);
    });
  });
}

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
