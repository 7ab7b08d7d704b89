import { expect, it } from 'vitest';
import { JSON_PATCH, MERGE, STRATEGIC } from './contract-client.ts';
import { config, configMap, core, custom, policy } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

/** Merge, JSON and strategic merge patches. */
export function patchContract(options: ContractOptions): void {
  topic('patches', options, (shared) => {
    const path = (name = ''): string =>
      `${custom(shared().namespace, 'routingpolicies')}${name ? `/${name}` : ''}`;
    const create = async (name: string) => (await shared().client.post(path(), policy(name))).body;
    /** An object after its first change: a real API server stores the defaults of the status with that one. */
    const settled = async (name: string) => {
      await create(name);
      return (await shared().client.patch(path(name), MERGE, { spec: { priority: 1 } })).body;
    };

    it('merges: objects member by member, lists as a whole, null takes away', async () => {
      await create('merged');
      const { status, body } = await shared().client.patch(path('merged'), MERGE, {
        metadata: { labels: { a: 'b' } },
        spec: { description: 'new', targetModels: ['x', 'y'] },
      });
      expect(status).toBe(200);
      expect(body.metadata.labels).toEqual({ a: 'b' });
      expect(body.metadata.generation).toBe(2);
      expect(body.spec).toMatchObject({
        action: 'permit',
        description: 'new',
        targetModels: ['x', 'y'],
      });
      const { body: taken } = await shared().client.patch(path('merged'), MERGE, {
        metadata: { labels: null },
        spec: { description: null, priority: null },
      });
      expect(taken.metadata).not.toHaveProperty('labels');
      expect(taken.spec).not.toHaveProperty('description');
      expect(taken.spec['priority']).toBe(0);
    });

    it('writes nothing for a patch that changes nothing', async () => {
      const before = await settled('unmoved');
      const patch = { spec: { action: 'permit' } };
      const { body } = await shared().client.patch(path('unmoved'), MERGE, patch);
      expect(body).toEqual(before);
    });

    it('keeps the status out of reach of a patch of the object', async () => {
      await create('fenced');
      const { body } = await shared().client.patch(path('fenced'), MERGE, {
        status: { observedGeneration: 7 },
      });
      expect(body.status).toEqual({ observedGeneration: -1 });
      expect(body.metadata.generation).toBe(1);
    });

    it('runs the operations of a JSON patch in order', async () => {
      const { client } = shared();
      await create('operated');
      const { status, body } = await client.patch(path('operated'), JSON_PATCH, [
        { op: 'test', path: '/spec/action', value: 'permit' },
        { op: 'add', path: '/spec/targetModels/-', value: 'last' },
        { op: 'add', path: '/spec/targetModels/0', value: 'first' },
        { op: 'copy', from: '/spec/action', path: '/spec/description' },
        { op: 'replace', path: '/spec/action', value: 'deny' },
        { op: 'add', path: '/metadata/labels', value: { 'a/b': 'c' } },
        { op: 'move', from: '/metadata/labels/a~1b', path: '/metadata/labels/moved' },
        { op: 'remove', path: '/spec/targetModels/1' },
      ]);
      expect(status).toBe(200);
      expect(body.spec).toMatchObject({
        action: 'deny',
        description: 'permit',
        targetModels: ['first', 'last'],
      });
      expect(body.metadata.labels).toEqual({ moved: 'c' });
    });

    it('does nothing of a JSON patch whose test fails, or whose path is not there', async () => {
      const { client } = shared();
      const before = await create('tested');
      const failing = [
        [
          { op: 'replace', path: '/spec/action', value: 'deny' },
          { op: 'test', path: '/spec/action', value: 'permit' },
        ],
        [{ op: 'remove', path: '/spec/nothing' }],
        [{ op: 'add', path: '/metadata/labels/x', value: 'y' }],
      ];
      for (const patch of failing) {
        const { status, body } = await client.patch(path('tested'), JSON_PATCH, patch);
        expect(status).toBe(422);
        expect(body.reason).toBe('Invalid');
      }
      expect((await client.get(path('tested'))).body).toEqual(before);
    });

    it('holds a patch that names a version to it', async () => {
      const { client } = shared();
      const { metadata } = await create('locked');
      await client.patch(path('locked'), MERGE, { spec: { action: 'deny' } });
      const late = {
        metadata: { resourceVersion: metadata.resourceVersion },
        spec: { priority: 1 },
      };
      const { status, body } = await client.patch(path('locked'), MERGE, late);
      expect(status).toBe(409);
      expect(body.reason).toBe('Conflict');
    });

    it('lets no patch change what an object is', async () => {
      const { client } = shared();
      await create('fixed');
      const name = await client.patch(path('fixed'), MERGE, { metadata: { name: 'other' } });
      expect(name.status).toBe(400);
      const uid = await client.patch(path('fixed'), MERGE, { metadata: { uid: 'x' } });
      expect(uid.status).toBe(422);
      expect(uid.body.message).toContain('metadata.uid: Invalid value: "x": field is immutable');
      const kind = await client.patch(path('fixed'), MERGE, { kind: 'Model' });
      expect(kind.status).toBe(422);
    });

    it('warns of unknown fields in a patch, and refuses them where it must be strict', async () => {
      const { client } = shared();
      const before = await settled('strict');
      const patch = { spec: { bogus: 1 } };
      const lenient = await client.patch(path('strict'), MERGE, patch);
      expect(lenient.status).toBe(200);
      expect(lenient.warnings).toEqual(['unknown field "spec.bogus"']);
      expect(lenient.body).toEqual(before);
      const strict = await client.patch(path('strict'), MERGE, patch, {
        fieldValidation: 'Strict',
      });
      expect(strict.status).toBe(422);
      expect(strict.body.message).toContain('strict decoding error: unknown field "spec.bogus"');
    });

    it('answers 404 for an object, and 415 for a format, that it does not have', async () => {
      const { client } = shared();
      expect((await client.patch(path('nobody'), MERGE, {})).status).toBe(404);
      await create('formats');
      const strategic = await client.patch(path('formats'), STRATEGIC, {});
      expect(strategic.status).toBe(415);
      expect(strategic.body.message).toBe(
        'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
      );
      const plain = await client.patch(path('formats'), 'application/json', {});
      expect(plain.status).toBe(415);
    });

    it('merges core kinds strategically: maps by key, finalizers as a set, with directives', async () => {
      const { client, namespace } = shared();
      const maps = core(namespace, 'configmaps');
      await client.post(maps, configMap('core', { a: '1', b: '2' }, { finalizers: ['x.dev/one'] }));
      const first = await client.patch(`${maps}/core`, STRATEGIC, {
        metadata: { finalizers: ['x.dev/two'] },
        data: { a: null, c: '3' },
      });
      expect(first.body.data).toEqual({ b: '2', c: '3' });
      expect(first.body.metadata.finalizers?.toSorted()).toEqual(['x.dev/one', 'x.dev/two']);
      const second = await client.patch(`${maps}/core`, STRATEGIC, {
        metadata: { '$deleteFromPrimitiveList/finalizers': ['x.dev/one'] },
        data: { $patch: 'replace', z: '9' },
      });
      expect(second.body.data).toEqual({ z: '9' });
      expect(second.body.metadata.finalizers).toEqual(['x.dev/two']);
      await client.patch(`${maps}/core`, MERGE, { metadata: { finalizers: null } });
    });
  });
}

/** What server-side apply does not take. */
export function applyRefusalContract(options: ContractOptions): void {
  topic('server-side apply of what is wrong', options, (shared) => {
    const path = (name: string): string =>
      `${custom(shared().namespace, 'routingpolicies')}/${name}`;

    it('refuses configurations that it cannot own', async () => {
      const { client } = shared();
      await client.post(custom(shared().namespace, 'routingpolicies'), policy('odd'));
      const cases: [object, number, string][] = [
        [config('odd', { bogus: 1 }), 500, '.spec.bogus: field not declared in schema'],
        [
          config('odd', { priority: 'high' }),
          500,
          '.spec.priority: expected numeric (int or float), got string',
        ],
        [config('odd', {}, { managedFields: [] }), 400, 'metadata.managedFields must be nil'],
        [config('other', {}), 400, 'the name of the object (other) does not match'],
        [
          { ...config('odd', {}), apiVersion: 'aicp.dev/v9' },
          400,
          'invalid object type: aicp.dev/v9',
        ],
      ];
      for (const [body, status, message] of cases) {
        const answer = await client.apply(path('odd'), 'one', body);
        expect(answer.status).toBe(status);
        expect(answer.body.message).toContain(message);
      }
      const nameless = await client.patch(
        path('odd'),
        'application/apply-patch+yaml',
        config('odd', {}),
      );
      expect(nameless.status).toBe(422);
      expect(nameless.body.message).toContain(
        'fieldManager: Required value: is required for apply',
      );
      const ghost = await client.apply(`${path('ghost')}/status`, 'one', config('ghost', {}));
      expect(ghost.status).toBe(404);
    });

    it('validates what comes out of an apply', async () => {
      const { status, body } = await shared().client.apply(
        path('invalid'),
        'one',
        config('invalid', { action: 'shout' }),
      );
      expect(status).toBe(422);
      expect(body.message).toContain('spec.action: Unsupported value: "shout"');
    });
  });
}
