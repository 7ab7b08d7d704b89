import { expect, it } from 'vitest';
import { MERGE } from './contract-client.ts';
import { configMap, core, custom, policy } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

/** Create, read, replace, delete: what the server sets, keeps and refuses. */
export function writeContract(options: ContractOptions): void {
  topic('writing objects', options, (shared) => {
    const path = (name = ''): string =>
      `${custom(shared().namespace, 'routingpolicies')}${name ? `/${name}` : ''}`;

    it('sets uid, version, generation, creation time and defaults on creation', async () => {
      const { client, namespace } = shared();
      const { status, body } = await client.post(path(), policy('fresh'));
      expect(status).toBe(201);
      expect(body.metadata).toMatchObject({ name: 'fresh', namespace, generation: 1 });
      expect(body.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
      expect(body.metadata.resourceVersion).toMatch(/^\d+$/);
      expect(body.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(body.spec).toEqual({
        action: 'permit',
        targetModels: ['gpt-4o'],
        priority: 0,
        isActive: true,
      });
      expect(body.status).toEqual({ observedGeneration: -1 });
    });

    it('answers the same object on reading', async () => {
      const { client } = shared();
      const created = await client.post(path(), policy('read'));
      const { status, body } = await client.get(path('read'));
      expect(status).toBe(200);
      expect(body).toEqual(created.body);
    });

    it('ignores the status, and the fields that are the server’s, of a new object', async () => {
      const metadata = { uid: 'mine', generation: 7, creationTimestamp: '2020-01-01T00:00:00Z' };
      const object = { ...policy('own', { metadata }), status: { observedGeneration: 5 } };
      const { status, body } = await shared().client.post(path(), object);
      expect(status).toBe(201);
      expect(body.metadata.uid).not.toBe('mine');
      expect(body.metadata.generation).toBe(1);
      expect(body.metadata.creationTimestamp).not.toBe('2020-01-01T00:00:00Z');
      expect(body.status).toEqual({ observedGeneration: -1 });
    });

    it('completes generateName with five characters', async () => {
      const { name: _, ...rest } = policy('x').metadata;
      const object = { ...policy('x'), metadata: { ...rest, generateName: 'gen-' } };
      const { body } = await shared().client.post(path(), object);
      expect(body.metadata.name).toMatch(/^gen-[a-z0-9]{5}$/);
      expect(body.metadata.generateName).toBe('gen-');
    });

    it('refuses a second object of the same name with 409', async () => {
      const { client } = shared();
      await client.post(path(), policy('twice'));
      const { status, body } = await client.post(path(), policy('twice'));
      expect(status).toBe(409);
      expect(body).toMatchObject({
        kind: 'Status',
        reason: 'AlreadyExists',
        message: 'routingpolicies.aicp.dev "twice" already exists',
        details: { name: 'twice', group: 'aicp.dev', kind: 'routingpolicies' },
      });
    });

    it('refuses an object for a namespace that does not exist with 404', async () => {
      const { status, body } = await shared().client.post(
        custom('no-such-namespace', 'routingpolicies'),
        policy('lost'),
      );
      expect(status).toBe(404);
      expect(body.message).toBe('namespaces "no-such-namespace" not found');
    });

    it('refuses a body that is of another namespace, version or kind than the path', async () => {
      const { client } = shared();
      const elsewhere = await client.post(path(), policy('a', { metadata: { namespace: 'b' } }));
      expect(elsewhere.status).toBe(400);
      expect(elsewhere.body.message).toBe(
        'the namespace of the provided object does not match the namespace sent on the request',
      );
      const version = await client.post(path(), { ...policy('a'), apiVersion: 'aicp.dev/v9' });
      expect(version.status).toBe(400);
      expect(version.body.message).toBe(
        'the API version in the data (aicp.dev/v9) does not match the expected API version (aicp.dev/v1alpha1)',
      );
      const kind = await client.post(path(), { ...policy('a'), kind: 'Model' });
      expect(kind.status).toBe(422);
      expect(kind.body.message).toBe(
        'Model.aicp.dev "a" is invalid: kind: Invalid value: "Model": must be RoutingPolicy',
      );
    });

    it('refuses what is no JSON, and media types that it does not know', async () => {
      const { client } = shared();
      const broken = await client.call('POST', path(), { body: '{nonsense' });
      expect(broken.status).toBe(400);
      expect(broken.body.reason).toBe('BadRequest');
      const text = await client.call('POST', path(), { body: 'hello', type: 'text/plain' });
      expect(text.status).toBe(415);
      expect(text.body.message).toContain('accepted media types include: application/json');
    });

    it('takes YAML', async () => {
      const body = `apiVersion: aicp.dev/v1alpha1\nkind: RoutingPolicy\nmetadata: {name: yaml}\nspec: {action: deny}\n`;
      const answer = await shared().client.call('POST', path(), { body, type: 'application/yaml' });
      expect(answer.status).toBe(201);
      expect(answer.body.spec['action']).toBe('deny');
    });

    it('answers 404 for an object, and for a resource, that does not exist', async () => {
      const { client, namespace } = shared();
      const object = await client.get(path('nobody'));
      expect(object.status).toBe(404);
      expect(object.body.message).toBe('routingpolicies.aicp.dev "nobody" not found');
      expect((await client.get(custom(namespace, 'nonsenses'))).status).toBe(404);
    });

    it('answers 405 for a method that a resource does not have', async () => {
      const { status, body } = await shared().client.put('/api/v1/namespaces', {});
      expect(status).toBe(405);
      expect(body.reason).toBe('MethodNotAllowed');
    });

    it('replaces an object, and counts the generation for the spec alone', async () => {
      const { client } = shared();
      const { body: first } = await client.post(path(), policy('replaced'));
      const labelled = { ...first, metadata: { ...first.metadata, labels: { a: 'b' } } };
      const { body: second } = await client.put(path('replaced'), labelled);
      expect(second.metadata.generation).toBe(1);
      expect(second.metadata.labels).toEqual({ a: 'b' });
      const changed = { ...second, spec: { action: 'deny' } };
      const { status, body: third } = await client.put(path('replaced'), changed);
      expect(status).toBe(200);
      expect(third.metadata.generation).toBe(2);
      expect(third.spec).toEqual({ action: 'deny', priority: 0, isActive: true });
      expect(third.metadata.uid).toBe(first.metadata.uid);
    });

    it('keeps the version of an object that is written again without a change', async () => {
      const { client } = shared();
      await client.post(path(), policy('same'));
      const { body: first } = await client.patch(path('same'), MERGE, { spec: { priority: 1 } });
      const { body: again } = await client.put(path('same'), first);
      expect(again).toEqual(first);
    });

    it('refuses a replacement that is based on an older version with 409', async () => {
      const { client } = shared();
      const { body: first } = await client.post(path(), policy('raced'));
      await client.put(path('raced'), { ...first, spec: { action: 'deny' } });
      const { status, body } = await client.put(path('raced'), {
        ...first,
        spec: { action: 'prefer' },
      });
      expect(status).toBe(409);
      expect(body.message).toBe(
        'Operation cannot be fulfilled on routingpolicies.aicp.dev "raced": the object has been modified; please apply your changes to the latest version and try again',
      );
    });

    it('insists on a version when a custom resource is replaced, not when a ConfigMap is', async () => {
      const { client, namespace } = shared();
      await client.post(path(), policy('versionless'));
      const { status, body } = await client.put(path('versionless'), policy('versionless'));
      expect(status).toBe(422);
      expect(body.message).toBe(
        'routingpolicies.aicp.dev "versionless" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
      );
      const maps = core(namespace, 'configmaps');
      await client.post(maps, configMap('loose'));
      const loose = await client.put(`${maps}/loose`, configMap('loose', { key: 'other' }));
      expect(loose.status).toBe(200);
      expect(loose.body.data).toEqual({ key: 'other' });
    });

    it('refuses to replace an object that does not exist, or under another name or uid', async () => {
      const { client } = shared();
      expect((await client.put(path('ghost'), policy('ghost'))).status).toBe(404);
      const { body: first } = await client.post(path(), policy('identity'));
      const other = { ...first, metadata: { ...first.metadata, name: 'other' } };
      const renamed = await client.put(path('identity'), other);
      expect(renamed.status).toBe(400);
      expect(renamed.body.message).toBe(
        'the name of the object (other) does not match the name on the URL (identity)',
      );
      const stranger = { ...first, metadata: { ...first.metadata, uid: 'someone-else' } };
      const { status, body } = await client.put(path('identity'), stranger);
      expect(status).toBe(409);
      expect(body.message).toContain('Precondition failed: UID in precondition: someone-else');
    });

    it('writes nothing on a dry run, but says what it would answer', async () => {
      const { client } = shared();
      const dry = await client.post(path(), policy('dry'), { dryRun: 'All' });
      expect(dry.status).toBe(201);
      expect(dry.body.spec['priority']).toBe(0);
      expect((await client.get(path('dry'))).status).toBe(404);
      const { body: stored } = await client.post(path(), policy('dry'));
      const changed = { ...stored, spec: { action: 'deny' } };
      const replaced = await client.put(path('dry'), changed, { dryRun: 'All' });
      expect(replaced.body.metadata.generation).toBe(2);
      expect((await client.delete(path('dry'), undefined, { dryRun: 'All' })).status).toBe(200);
      expect((await client.get(path('dry'))).body).toEqual(stored);
    });

    it('refuses dry runs and field validations that do not exist', async () => {
      const { client } = shared();
      const dry = await client.post(path(), policy('odd'), { dryRun: 'Some' });
      expect(dry.status).toBe(422);
      expect(dry.body.message).toContain('dryRun: Unsupported value: ["Some"]');
      const strictness = await client.post(path(), policy('odd'), { fieldValidation: 'Foo' });
      expect(strictness.status).toBe(422);
      expect(strictness.body.message).toBe(
        'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Foo": supported values: "", "Ignore", "Strict", "Warn"',
      );
    });

    it('deletes an object and says which', async () => {
      const { client } = shared();
      const { body: created } = await client.post(path(), policy('doomed'));
      const { status, body } = await client.delete(path('doomed'));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        kind: 'Status',
        status: 'Success',
        details: { name: 'doomed', kind: 'routingpolicies', uid: created.metadata.uid },
      });
      expect((await client.get(path('doomed'))).status).toBe(404);
      expect((await client.delete(path('doomed'))).status).toBe(404);
    });

    it('deletes only what the preconditions mean', async () => {
      const { client } = shared();
      const { body: created } = await client.post(path(), policy('guarded'));
      const remove = (preconditions: object) =>
        client.delete(path('guarded'), {
          kind: 'DeleteOptions',
          apiVersion: 'v1',
          preconditions,
        });
      expect((await remove({ uid: 'someone-else' })).status).toBe(409);
      expect((await remove({ resourceVersion: '1' })).status).toBe(409);
      expect((await remove({ uid: created.metadata.uid })).status).toBe(200);
    });

    it('deletes a collection by label and answers what it deleted', async () => {
      const { client } = shared();
      for (const name of ['bulk-a', 'bulk-b']) {
        await client.post(path(), policy(name, { metadata: { labels: { bulk: 'yes' } } }));
      }
      await client.post(path(), policy('bulk-c'));
      const { status, body } = await client.delete(path(), undefined, {
        labelSelector: 'bulk=yes',
      });
      expect(status).toBe(200);
      expect(body.items.map((item) => item.metadata.name)).toEqual(['bulk-a', 'bulk-b']);
      expect((await client.get(path('bulk-a'))).status).toBe(404);
      expect((await client.get(path('bulk-c'))).status).toBe(200);
    });

    it('lets nobody in without a token, or with a wrong one', async () => {
      const { client } = shared();
      const none = await client.call('GET', path(), { authorization: '' });
      const wrong = await client.call('GET', path(), { authorization: 'Bearer nonsense' });
      expect([401, 403]).toContain(none.status);
      expect(wrong.status).toBe(401);
      expect(wrong.body).toMatchObject({ kind: 'Status', reason: 'Unauthorized', code: 401 });
    });
  });
}
