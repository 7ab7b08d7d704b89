import { expect, it } from 'vitest';
import { MERGE, TABLE } from './contract-client.ts';
import { API_VERSION, condition, custom, policy } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

/** The status subresource, kept apart from the object in both directions. */
export function statusContract(options: ContractOptions): void {
  topic('the status subresource', options, (shared) => {
    const path = (name = ''): string =>
      `${custom(shared().namespace, 'routingpolicies')}${name ? `/${name}` : ''}`;
    const create = async (name: string) => (await shared().client.post(path(), policy(name))).body;

    it('replaces the status alone', async () => {
      const { client } = shared();
      const object = await create('replaced');
      const conditions = [condition('Ready', 'True')];
      const { status, body } = await client.put(`${path('replaced')}/status`, {
        ...object,
        metadata: { ...object.metadata, labels: { not: 'written' } },
        spec: { action: 'deny' },
        status: { observedGeneration: 1, conditions },
      });
      expect(status).toBe(200);
      expect(body.status).toEqual({ observedGeneration: 1, conditions });
      expect(body.spec['action']).toBe('permit');
      expect(body.metadata).not.toHaveProperty('labels');
      expect(body.metadata.generation).toBe(1);
    });

    it('is kept by a replacement of the object', async () => {
      const { client } = shared();
      await create('kept');
      const set = { status: { observedGeneration: 1 } };
      const { body: stated } = await client.patch(`${path('kept')}/status`, MERGE, set);
      const { body } = await client.put(path('kept'), {
        ...stated,
        spec: { action: 'deny' },
        status: { observedGeneration: 9 },
      });
      expect(body.spec['action']).toBe('deny');
      expect(body.status).toEqual({ observedGeneration: 1 });
    });

    it('is read like the object', async () => {
      const { client } = shared();
      const object = await create('asked');
      const { status, body } = await client.get(`${path('asked')}/status`);
      expect(status).toBe(200);
      expect(body).toEqual(object);
    });

    it('is validated, and defaults where it is emptied', async () => {
      const { client } = shared();
      await create('checked');
      const wrong = await client.patch(`${path('checked')}/status`, MERGE, {
        status: { conditions: [{ ...condition('Ready', 'Maybe'), lastTransitionTime: 'now' }] },
      });
      expect(wrong.status).toBe(422);
      expect(wrong.body.message).toContain(
        'status.conditions[0].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
      );
      expect(wrong.body.message).toContain(
        'status.conditions[0].lastTransitionTime: Invalid value: "now": conditions[0].lastTransitionTime in body must be of type date-time: "now"',
      );
      const twice = await client.patch(`${path('checked')}/status`, MERGE, {
        status: { conditions: [condition('Ready', 'True'), condition('Ready', 'False')] },
      });
      expect(twice.status).toBe(422);
      expect(twice.body.message).toContain(
        'status.conditions[1]: Duplicate value: {"type":"Ready"}',
      );
      const { body } = await client.patch(`${path('checked')}/status`, MERGE, { status: null });
      expect(body.status).toEqual({ observedGeneration: -1 });
    });

    it('of a provider holds what each gateway makes of it, as whole as its schema says', async () => {
      const { client, namespace } = shared();
      const providers = custom(namespace, 'providers');
      await client.post(providers, {
        apiVersion: API_VERSION,
        kind: 'Provider',
        metadata: { name: 'seen' },
        spec: { type: 'simulated' },
      });
      const state = (health: object, reason = 'Degraded') =>
        client.patch(`${providers}/seen/status`, MERGE, {
          status: { conditions: [{ ...condition('Healthy', 'False'), reason }], health: [health] },
        });
      const at = '2026-01-01T00:00:00.000Z';
      const row = { replica: 'g-0', credential: 'default', circuit: 'open', openUntil: at };
      const seen = { ...row, attempts: 9, failures: 9, reason: 'timeout', at };
      const { body } = await state(seen);
      expect(body.status).toMatchObject({ health: [seen] });
      const { at: _, ...undated } = seen;
      for (const wrong of [
        { ...seen, circuit: 'broken' },
        { ...seen, openUntil: 'soon' },
        undated,
      ]) {
        expect((await state(wrong)).status).toBe(422);
      }
      const { body: listed } = await client.call('GET', providers, { accept: TABLE });
      const place = listed.columnDefinitions.findIndex(({ name }) => name === 'Healthy');
      expect(listed.rows[0]?.cells[place]).toBe('Degraded');
    });

    it('is owned apart from the object by the same writer', async () => {
      const { client } = shared();
      await create('owned');
      const { body } = await client.patch(`${path('owned')}/status`, MERGE, {
        status: { observedGeneration: 1 },
      });
      const entries = body.metadata.managedFields ?? [];
      expect(entries.map(({ manager, subresource }) => [manager, subresource])).toEqual([
        ['contract', undefined],
        ['contract', 'status'],
      ]);
      expect(entries[1]?.fieldsV1).toEqual({ 'f:status': { 'f:observedGeneration': {} } });
    });

    it('has no deletion and no creation of its own', async () => {
      const { client } = shared();
      await create('whole');
      expect((await client.delete(`${path('whole')}/status`)).status).toBe(405);
    });
  });
}
