import { expect, it } from 'vitest';
import { type Body, MERGE } from './contract-client.ts';
import { configMap, core, custom, policy } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';
import { until } from '../kubernetes/control-plane/until.ts';

/** Finalizers, owners and namespaces: deletions that take their time. */
export function deletionContract(options: ContractOptions): void {
  topic('deletions', options, (shared) => {
    const path = (name = ''): string =>
      `${custom(shared().namespace, 'routingpolicies')}${name ? `/${name}` : ''}`;
    const held = (name: string) => policy(name, { metadata: { finalizers: ['aicp.dev/hold'] } });
    const isGone = async (object: string): Promise<boolean> =>
      (await shared().client.get(object)).status === 404;

    it('keeps an object until its last finalizer is gone', async () => {
      const { client } = shared();
      const { body: created } = await client.post(path(), held('held'));
      const { status, body: marked } = await client.delete(path('held'));
      expect(status).toBe(200);
      expect(marked.kind).toBe('RoutingPolicy');
      expect(marked.metadata.deletionTimestamp).toBeTruthy();
      expect(marked.metadata.generation).toBe(2);
      const { body: again } = await client.delete(path('held'));
      expect(again).toEqual(marked);
      const watch = await client.watch(path(), {
        resourceVersion: created.metadata.resourceVersion ?? '',
        fieldSelector: 'metadata.name=held',
      });
      await client.patch(path('held'), MERGE, { metadata: { finalizers: null } });
      const events = await watch.take(2);
      watch.close();
      expect(events.map(({ type }) => type)).toEqual(['MODIFIED', 'DELETED']);
      expect(await isGone(path('held'))).toBe(true);
    });

    it('lets an object that is going be changed, but no finalizer be added', async () => {
      const { client } = shared();
      await client.post(path(), held('going'));
      await client.delete(path('going'));
      const changed = await client.patch(path('going'), MERGE, { spec: { action: 'deny' } });
      expect(changed.body.spec['action']).toBe('deny');
      const { status, body } = await client.patch(path('going'), MERGE, {
        metadata: { finalizers: ['aicp.dev/hold', 'aicp.dev/two'] },
      });
      expect(status).toBe(422);
      expect(body.message).toContain(
        'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"aicp.dev/two"}',
      );
      await client.patch(path('going'), MERGE, { metadata: { finalizers: null } });
      expect(await isGone(path('going'))).toBe(true);
    });

    it('refuses a propagation policy that does not exist', async () => {
      const { client } = shared();
      await client.post(path(), policy('policy'));
      const { status, body } = await client.delete(path('policy'), undefined, {
        propagationPolicy: 'Nope',
      });
      expect(status).toBe(422);
      expect(body.message).toContain('propagationPolicy: Unsupported value: "Nope"');
    });

    it('keeps the namespaces that must be', async () => {
      const { status, body } = await shared().client.delete('/api/v1/namespaces/default');
      expect(status).toBe(403);
      expect(body.message).toBe(
        'namespaces "default" is forbidden: this namespace may not be deleted',
      );
    });

    it('lets nothing be made in a namespace that is going', async () => {
      const { client } = shared();
      const namespace = await client.newNamespace('going');
      await client.post(
        core(namespace, 'configmaps'),
        configMap('held', {}, { finalizers: ['a.b/c'] }),
      );
      const { body } = await client.delete(`/api/v1/namespaces/${namespace}`);
      expect(body.status['phase']).toBe('Terminating');
      const late = await client.post(core(namespace, 'configmaps'), configMap('late'));
      expect(late.status).toBe(403);
      expect(late.body.message).toBe(
        `configmaps "late" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`,
      );
      const held = `${core(namespace, 'configmaps')}/held`;
      await client.patch(held, MERGE, { metadata: { finalizers: null } });
    });

    const ownedBy = (name: string, ...owners: Body[]) =>
      policy(name, {
        metadata: {
          ownerReferences: owners.map(({ apiVersion, kind, metadata }) => ({
            apiVersion,
            kind,
            name: metadata.name,
            uid: metadata.uid,
            blockOwnerDeletion: true,
          })),
        },
      });
    const create = async (object: object) => (await shared().client.post(path(), object)).body;
    const withControllers = it.skipIf(!options.controllers);

    withControllers('empties a namespace that is deleted, and removes it', async () => {
      const { client } = shared();
      const namespace = await client.newNamespace('emptied');
      await client.post(custom(namespace, 'routingpolicies'), policy('inside'));
      await client.post(core(namespace, 'configmaps'), configMap('inside'));
      await client.delete(`/api/v1/namespaces/${namespace}`);
      await until(() => isGone(`/api/v1/namespaces/${namespace}`), {
        what: 'the namespace is gone',
      });
      expect(await isGone(`${custom(namespace, 'routingpolicies')}/inside`)).toBe(true);
    });

    withControllers('deletes what lost its last owner, and what that owned', async () => {
      const { client } = shared();
      const [a, b] = [await create(policy('owner-a')), await create(policy('owner-b'))];
      const child = await create(ownedBy('child', a, b));
      await create(ownedBy('grandchild', child));
      await client.delete(path('owner-a'));
      expect((await client.get(path('child'))).status).toBe(200);
      await client.delete(path('owner-b'));
      await until(() => isGone(path('child')), { what: 'the child is gone' });
      await until(() => isGone(path('grandchild')), { what: 'the grandchild is gone' });
    });

    withControllers('leaves what is owned alone where it is told to', async () => {
      const { client } = shared();
      const owner = await create(policy('leaver'));
      await create(ownedBy('orphan', owner));
      await client.delete(path('leaver'), undefined, { propagationPolicy: 'Orphan' });
      await until(() => isGone(path('leaver')), { what: 'the owner is gone' });
      const { status, body } = await client.get(path('orphan'));
      expect(status).toBe(200);
      expect(body.metadata).not.toHaveProperty('ownerReferences');
    });

    withControllers('keeps an owner until what it owns is gone where it is told to', async () => {
      const { client } = shared();
      const owner = await create(policy('patient'));
      const child = ownedBy('slow', owner);
      const finalizers = { finalizers: ['aicp.dev/hold'] };
      await create({ ...child, metadata: { ...child.metadata, ...finalizers } });
      const { body } = await client.delete(path('patient'), undefined, {
        propagationPolicy: 'Foreground',
      });
      expect(body.metadata.finalizers).toEqual(['foregroundDeletion']);
      await until(
        async () => {
          const { body: slow } = await client.get(path('slow'));
          return slow.metadata.deletionTimestamp !== undefined;
        },
        { what: 'the child is going' },
      );
      expect(await isGone(path('patient'))).toBe(false);
      await client.patch(path('slow'), MERGE, { metadata: { finalizers: null } });
      await until(() => isGone(path('patient')), { what: 'the owner is gone' });
    });
  });
}
