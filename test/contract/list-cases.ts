import { beforeAll, expect, it } from 'vitest';
import { MERGE } from './contract-client.ts';
import type { ContractOptions } from './contract-server.ts';
import { core, custom, policy, secret } from './objects.ts';
import { topic } from './suite.ts';

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
