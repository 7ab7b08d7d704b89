import { expect, it } from 'vitest';
import { JSON_PATCH, MERGE, type ManagedFields } from './contract-client.ts';
import { API_VERSION, condition, config, configMap, core, custom, policy } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

const managers = (entries: readonly ManagedFields[] = []): string[] =>
  entries.map(({ manager, operation, subresource }) =>
    [operation, manager, subresource].filter(Boolean).join(' '),
  );
const fieldsOf = (entries: readonly ManagedFields[] | undefined, manager: string) =>
  entries?.find((entry) => entry.manager === manager)?.fieldsV1;

/** Server-side apply, and who owns which field. */
export function applyContract(options: ContractOptions): void {
  topic('server-side apply', options, (shared) => {
    const path = (name: string): string =>
      `${custom(shared().namespace, 'routingpolicies')}/${name}`;
    const create = (name: string) =>
      shared().client.post(custom(shared().namespace, 'routingpolicies'), policy(name));

    it('creates an object that is not there, and changes it afterwards', async () => {
      const { client } = shared();
      const made = await client.apply(path('new'), 'one', config('new', { action: 'permit' }));
      expect(made.status).toBe(201);
      expect(made.body.metadata.managedFields).toEqual([
        {
          manager: 'one',
          operation: 'Apply',
          apiVersion: API_VERSION,
          time: made.body.metadata.creationTimestamp,
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:spec': { 'f:action': {} } },
        },
      ]);
      const changed = await client.apply(path('new'), 'one', config('new', { action: 'deny' }));
      expect(changed.status).toBe(200);
      expect(changed.body.spec['action']).toBe('deny');
      expect(changed.body.metadata.generation).toBe(2);
    });

    it('writes nothing when the same is applied again', async () => {
      const { client } = shared();
      await client.apply(path('again'), 'one', config('again', { action: 'permit' }));
      const first = await client.apply(path('again'), 'one', config('again', { action: 'deny' }));
      const second = await client.apply(path('again'), 'one', config('again', { action: 'deny' }));
      expect(second.body).toEqual(first.body);
    });

    it('takes out the last label, annotation or finalizer of an object, and changes the rest', async () => {
      const { client } = shared();
      const last = { labels: { a: 'b' }, annotations: { a: 'b' }, finalizers: ['test.dev/last'] };
      for (const [field, value] of Object.entries(last)) {
        const name = `last-${field}`;
        const first = config(name, { action: 'permit' }, { [field]: value });
        await client.apply(path(name), 'one', first);
        const { status, body } = await client.apply(
          path(name),
          'one',
          config(name, { action: 'deny' }),
        );
        expect(status).toBe(200);
        expect(body.metadata).not.toHaveProperty(field);
        expect(body.metadata.name).toBe(name);
        expect(body.spec['action']).toBe('deny');
        expect(managers(body.metadata.managedFields)).toEqual(['Apply one']);
      }
    });

    it('records what an update changes as its writer’s, named by the User-Agent or fieldManager', async () => {
      const { client } = shared();
      const { body } = await create('tracked');
      expect(managers(body.metadata.managedFields)).toEqual(['Update contract']);
      expect(fieldsOf(body.metadata.managedFields, 'contract')).toEqual({
        'f:spec': {
          '.': {},
          'f:action': {},
          'f:isActive': {},
          'f:priority': {},
          'f:targetModels': {},
        },
      });
      const patch = { metadata: { labels: { a: 'b' } }, spec: { action: 'deny' } };
      const { body: after } = await client.patch(path('tracked'), MERGE, patch, {
        fieldManager: 'someone',
      });
      expect(fieldsOf(after.metadata.managedFields, 'someone')).toEqual({
        'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
        'f:spec': { 'f:action': {} },
      });
      expect(fieldsOf(after.metadata.managedFields, 'contract')).not.toHaveProperty(
        'f:spec.f:action',
      );
    });

    it('refuses to change one field of another manager, naming it', async () => {
      const { client } = shared();
      await create('single');
      const { status, body } = await client.apply(
        path('single'),
        'rival',
        config('single', { action: 'deny' }),
      );
      expect(status).toBe(409);
      expect(body.reason).toBe('Conflict');
      expect(body.message).toBe(
        'Apply failed with 1 conflict: conflict with "contract" using aicp.dev/v1alpha1: .spec.action',
      );
      expect(body.details.causes).toEqual([
        {
          reason: 'FieldManagerConflict',
          message: 'conflict with "contract" using aicp.dev/v1alpha1',
          field: '.spec.action',
        },
      ]);
    });

    it('names every field that two managers disagree on', async () => {
      const { client } = shared();
      const first = config('many', { action: 'permit', priority: 1, description: 'a' });
      await client.apply(path('many'), 'first', first);
      await client.patch(path('many'), MERGE, { spec: { description: 'b' } });
      const { status, body } = await client.apply(
        path('many'),
        'second',
        config('many', { action: 'deny', priority: 2, description: 'c' }),
      );
      expect(status).toBe(409);
      expect(body.message).toBe(
        'Apply failed with 3 conflicts: conflicts with "contract" using aicp.dev/v1alpha1:\n- .spec.description\nconflicts with "first":\n- .spec.action\n- .spec.priority',
      );
      expect(body.details.causes).toHaveLength(3);
    });

    it('lets two managers share a field that both set to the same value', async () => {
      const { client } = shared();
      await client.apply(path('shared'), 'first', config('shared', { action: 'deny' }));
      const { status, body } = await client.apply(
        path('shared'),
        'second',
        config('shared', { action: 'deny', priority: 5 }),
      );
      expect(status).toBe(200);
      expect(managers(body.metadata.managedFields)).toEqual(['Apply first', 'Apply second']);
      const { body: left } = await client.apply(path('shared'), 'second', config('shared', {}));
      expect(left.spec).toMatchObject({ action: 'deny', priority: 0 });
    });

    it('takes fields over by force, and away from who had them', async () => {
      const { client } = shared();
      await client.apply(
        path('forced'),
        'first',
        config('forced', { action: 'deny', priority: 3 }),
      );
      const { status, body } = await client.apply(
        path('forced'),
        'second',
        config('forced', { action: 'permit' }),
        { force: 'true' },
      );
      expect(status).toBe(200);
      expect(body.spec).toMatchObject({ action: 'permit', priority: 3 });
      const entries = body.metadata.managedFields;
      expect(fieldsOf(entries, 'first')).toEqual({ 'f:spec': { 'f:priority': {} } });
      expect(fieldsOf(entries, 'second')).toEqual({ 'f:spec': { 'f:action': {} } });
    });

    it('takes away what its owner no longer applies, and leaves what others own', async () => {
      const { client } = shared();
      const labels = { mine: 'yes', ours: 'yes' };
      const full = config('gone', { action: 'deny', description: 'text' }, { labels });
      await client.apply(path('gone'), 'first', full);
      await client.apply(path('gone'), 'second', {
        ...config('gone', {}, { labels: { ours: 'yes' } }),
      });
      const { body } = await client.apply(
        path('gone'),
        'first',
        config('gone', { action: 'deny' }, { labels: {} }),
      );
      expect(body.metadata.labels).toEqual({ ours: 'yes' });
      expect(body.spec).not.toHaveProperty('description');
    });

    it('treats an atomic list as one field', async () => {
      const { client } = shared();
      const lists = (targetModels: string[]) =>
        config('atomic', { action: 'permit', targetModels });
      await client.apply(path('atomic'), 'first', lists(['a', 'b']));
      const { status, body } = await client.apply(path('atomic'), 'second', lists(['a', 'b', 'c']));
      expect(status).toBe(409);
      expect(body.message).toContain(': .spec.targetModels');
    });

    it('merges conditions by type, each owned by who said it', async () => {
      const { client } = shared();
      await create('stated');
      const say = (manager: string, ...conditions: object[]) =>
        client.apply(`${path('stated')}/status`, manager, {
          apiVersion: API_VERSION,
          kind: 'RoutingPolicy',
          metadata: { name: 'stated' },
          status: { conditions },
        });
      const first = await say('first', condition('Ready', 'True'));
      expect(first.status).toBe(200);
      const entry = first.body.metadata.managedFields?.find(({ manager }) => manager === 'first');
      expect(entry).toMatchObject({ operation: 'Apply', subresource: 'status' });
      expect(entry?.fieldsV1).toEqual({
        'f:status': {
          'f:conditions': {
            'k:{"type":"Ready"}': {
              '.': {},
              'f:lastTransitionTime': {},
              'f:message': {},
              'f:reason': {},
              'f:status': {},
              'f:type': {},
            },
          },
        },
      });
      const second = await say('second', condition('Other', 'False'));
      expect(second.body.status['conditions']).toEqual([
        condition('Ready', 'True'),
        condition('Other', 'False'),
      ]);
      const rival = await say('second', condition('Ready', 'False'));
      expect(rival.status).toBe(409);
      expect(rival.body.message).toBe(
        'Apply failed with 1 conflict: conflict with "first" with subresource "status": .status.conditions[type="Ready"].status',
      );
      const gone = await say('first');
      expect(gone.body.status['conditions']).toEqual([condition('Other', 'False')]);
      expect(gone.body.metadata.generation).toBe(1);
    });

    it('writes through the status nothing but the status', async () => {
      const { client } = shared();
      await create('narrow');
      const { status, body } = await client.apply(`${path('narrow')}/status`, 'op', {
        ...config('narrow', { priority: 9 }, { labels: { no: 'way' } }),
        status: { observedGeneration: 1 },
      });
      expect(status).toBe(200);
      expect(body.spec['priority']).toBe(0);
      expect(body.metadata).not.toHaveProperty('labels');
      expect(body.status).toEqual({ observedGeneration: 1 });
      expect(fieldsOf(body.metadata.managedFields, 'op')).toEqual({
        'f:status': { 'f:observedGeneration': {} },
      });
    });

    it('lets ownership be rewritten, and forgets it where the list is emptied', async () => {
      const { client } = shared();
      await create('rewritten');
      const { body } = await client.patch(path('rewritten'), JSON_PATCH, [
        { op: 'replace', path: '/metadata/managedFields/0/manager', value: 'renamed' },
      ]);
      expect(managers(body.metadata.managedFields)).toEqual(['Update renamed']);
      const { body: emptied } = await client.patch(path('rewritten'), MERGE, {
        metadata: { managedFields: [{}] },
      });
      expect(emptied.metadata.managedFields ?? []).toEqual([]);
      const { body: applied } = await client.apply(
        path('rewritten'),
        'late',
        config('rewritten', { action: 'permit' }),
      );
      expect(managers(applied.metadata.managedFields)).toEqual([
        'Apply late',
        'Update before-first-apply',
      ]);
    });

    it('works on core kinds, key by key', async () => {
      const { client, namespace } = shared();
      const map = `${core(namespace, 'configmaps')}/keys`;
      await client.apply(map, 'first', configMap('keys', { a: '1', b: '2' }));
      const rival = await client.apply(map, 'second', configMap('keys', { a: '9', c: '3' }));
      expect(rival.status).toBe(409);
      expect(rival.body.message).toBe(
        'Apply failed with 1 conflict: conflict with "first": .data.a',
      );
      const { body } = await client.apply(map, 'second', configMap('keys', { c: '3' }));
      expect(body.data).toEqual({ a: '1', b: '2', c: '3' });
      const { body: less } = await client.apply(map, 'first', configMap('keys', { b: '2' }));
      expect(less.data).toEqual({ b: '2', c: '3' });
    });
  });
}
