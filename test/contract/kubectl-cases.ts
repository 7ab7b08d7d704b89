import { kinds } from '@aicp/crds/kinds';
import { expect, it } from 'vitest';
import { MERGE } from './contract-client.ts';
import { condition, configMap, core, custom, model, policy } from './objects.ts';
import { type ContractOptions, kubectlTopic } from './suite.ts';

/** What people do with stock kubectl. */
export function kubectlContract(options: ContractOptions): void {
  kubectlTopic('kubectl', options, (shared, kubectl) => {
    const path = (name: string): string =>
      `${custom(shared().namespace, 'routingpolicies')}/${name}`;
    const make = (name: string, spec: object = {}) =>
      shared().client.post(
        custom(shared().namespace, 'routingpolicies'),
        policy(name, { spec, metadata: { labels: { made: name } } }),
      );

    it('applies: created, unchanged, configured', async () => {
      const first = await kubectl().file('apply', policy('applied'), configMap('applied'));
      expect(await kubectl().say('apply', '-f', first)).toBe(
        'routingpolicy.aicp.dev/applied created\nconfigmap/applied created',
      );
      expect(await kubectl().say('apply', '-f', first)).toBe(
        'routingpolicy.aicp.dev/applied unchanged\nconfigmap/applied unchanged',
      );
      const second = await kubectl().file(
        'apply',
        policy('applied', { spec: { action: 'deny', targetModels: undefined } }),
        configMap('applied', { other: 'value' }),
      );
      expect(await kubectl().say('apply', '-f', second)).toBe(
        'routingpolicy.aicp.dev/applied configured\nconfigmap/applied configured',
      );
      const { body } = await shared().client.get(path('applied'));
      expect(body.spec).toEqual({ action: 'deny', priority: 0, isActive: true });
      const { body: map } = await shared().client.get(
        `${core(shared().namespace, 'configmaps')}/applied`,
      );
      expect(map.data).toEqual({ other: 'value' });
    });

    it('shows what an apply would change', async () => {
      const before = await kubectl().file('diff', policy('diffed'));
      await kubectl().say('apply', '-f', before);
      expect(await kubectl().say('diff', '-f', before)).toBe('');
      const after = await kubectl().file('diff', policy('diffed', { spec: { priority: 9 } }));
      const { code, stdout } = await kubectl().run(['diff', '-f', after]);
      expect(code).toBe(1);
      expect(stdout).toContain('-  priority: 0');
      expect(stdout).toContain('+  priority: 9');
    });

    it('applies from the server side: conflicts by name, and takes over by force', async () => {
      const file = await kubectl().file('ssa', policy('served'));
      expect(await kubectl().say('apply', '--server-side', '-f', file)).toBe(
        'routingpolicy.aicp.dev/served serverside-applied',
      );
      await shared().client.patch(path('served'), MERGE, { spec: { action: 'deny' } });
      const complaint = await kubectl().complain('apply', '--server-side', '-f', file);
      expect(complaint).toContain(
        'Apply failed with 1 conflict: conflict with "contract" using aicp.dev/v1alpha1: .spec.action',
      );
      await kubectl().say('apply', '--server-side', '--force-conflicts', '-f', file);
      const { body } = await shared().client.get(path('served'));
      expect(body.spec['action']).toBe('permit');
    });

    it('moves from client-side to server-side apply', async () => {
      const file = await kubectl().file('migrate', policy('migrated'));
      await kubectl().say('apply', '-f', file);
      const changed = await kubectl().file(
        'migrate',
        policy('migrated', { spec: { action: 'deny' } }),
      );
      await kubectl().say('apply', '--server-side', '-f', changed);
      const { body } = await shared().client.get(path('migrated'));
      expect(body.spec['action']).toBe('deny');
      const managers = body.metadata.managedFields?.map(({ manager }) => manager);
      expect(managers).toContain('kubectl');
      expect(managers).not.toContain('kubectl-client-side-apply');
    });

    it('creates from files, and Secrets, ConfigMaps and namespaces from words', async () => {
      const { client, namespace } = shared();
      const file = await kubectl().file('create', policy('created'));
      expect(await kubectl().say('create', '-f', file)).toBe(
        'routingpolicy.aicp.dev/created created',
      );
      expect(await kubectl().complain('create', '-f', file)).toContain('already exists');
      await kubectl().say('create', 'secret', 'generic', 'words', '--from-literal=key=välue');
      const { body: secret } = await client.get(`${core(namespace, 'secrets')}/words`);
      expect(secret).toMatchObject({ type: 'Opaque', data: { key: btoaText('välue') } });
      await kubectl().say(
        'create',
        'configmap',
        'words',
        '--from-literal=a=1',
        '--from-literal=b=2',
      );
      const { body: map } = await client.get(`${core(namespace, 'configmaps')}/words`);
      expect(map.data).toEqual({ a: '1', b: '2' });
      const dry = ['--dry-run=server', '-o', 'name'];
      expect(await kubectl().say('create', 'namespace', 'words', ...dry)).toBe('namespace/words');
    });

    it('gets by kind, short name, category and label, wide or as YAML and JSON', async () => {
      await make('got', { priority: 3 });
      const table = await kubectl().say('get', 'routingpolicies', '-l', 'made=got');
      expect(
        table
          .split('\n')[0]
          ?.trim()
          .split(/\s{2,}/),
      ).toEqual(['NAME', 'PRIORITY', 'SUMMARY', 'WHEN', 'READY', 'AGE']);
      expect(table.split('\n')[1]).toMatch(/^got\s+3\s+\d+s$/);
      const wide = await kubectl().say('get', 'rpol', 'got', '-o', 'wide');
      for (const column of ['TYPE', 'REASON', 'ENFORCED']) expect(wide).toContain(column);
      expect(await kubectl().say('get', 'aicp', '-o', 'name')).toContain(
        'routingpolicy.aicp.dev/got',
      );
      expect(await kubectl().say('get', 'rpol', 'got', '-o', 'yaml')).toContain('priority: 3');
      const json = JSON.parse(await kubectl().say('get', 'rpol', 'got', '-o', 'json')) as object;
      expect(json).toMatchObject({ kind: 'RoutingPolicy', metadata: { name: 'got' } });
      expect(json).not.toHaveProperty('metadata.managedFields');
      const only = `metadata.name=got,metadata.namespace=${shared().namespace}`;
      const all = ['get', 'rpol', '-A', '--field-selector', only, '-o', 'name'];
      expect(await kubectl().say(...all)).toBe('routingpolicy.aicp.dev/got');
      const paged = await kubectl().say('get', 'rpol', '--chunk-size=1', '-o', 'name');
      expect(paged).toContain('routingpolicy.aicp.dev/got');
    });

    it('follows what changes', async () => {
      const watch = kubectl().start('get', 'models', '-w', '--output-watch-events');
      const { client, namespace } = shared();
      await client.post(custom(namespace, 'models'), model('followed'));
      await watch.sees(/ADDED\s+followed\s+followed\s+openai/);
      const patch = { spec: { provider: 'other' } };
      await client.patch(`${custom(namespace, 'models')}/followed`, MERGE, patch);
      await watch.sees(/MODIFIED\s+followed\s+followed\s+other/);
      await client.delete(`${custom(namespace, 'models')}/followed`);
      await watch.sees(/DELETED\s+followed/);
      await watch.stop();
    });

    it('describes an object with its events', async () => {
      const { client, namespace } = shared();
      const { body } = await make('described');
      await client.post(core(namespace, 'events'), {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'described.1', namespace },
        involvedObject: {
          apiVersion: 'aicp.dev/v1alpha1',
          kind: 'RoutingPolicy',
          namespace,
          name: 'described',
          uid: body.metadata.uid,
        },
        reason: 'Programmed',
        message: 'every replica runs it',
        type: 'Normal',
        source: { component: 'operator' },
        firstTimestamp: new Date().toISOString().replace(/\.\d+/, ''),
        lastTimestamp: new Date().toISOString().replace(/\.\d+/, ''),
        count: 1,
      });
      const text = await kubectl().say('describe', 'rpol', 'described');
      expect(text).toMatch(/Action:\s+permit/);
      expect(text).toMatch(/Normal\s+Programmed\s+\S+\s+operator\s+every replica runs it/);
    });

    it.each(kinds.map((kind) => [kind.plural, kind] as const))(
      'explains %s, every field of it',
      async (plural, kind) => {
        const text = await kubectl().say('explain', plural);
        expect(text).toContain(`KIND:       ${kind.kind}`);
        expect(text.replace(/\s+/g, ' ')).toContain(kind.description.slice(0, 40));
        const all = await kubectl().say('explain', `${plural}.spec`, '--recursive');
        for (const field of Object.keys(kind.structural.spec.properties ?? {})) {
          expect(all).toMatch(new RegExp(`^\\s+${field}\\t`, 'm'));
        }
      },
    );

    it('edits with an editor', async () => {
      await make('edited');
      const editor = await kubectl().script(
        'editor.sh',
        '#!/bin/sh\nsed "s/action: permit/action: deny/" "$1" > "$1.new" && mv "$1.new" "$1"\n',
      );
      const { stdout } = await kubectl().run(['edit', 'rpol', 'edited'], { KUBE_EDITOR: editor });
      expect(stdout.trim()).toBe('routingpolicy.aicp.dev/edited edited');
      const { body } = await shared().client.get(path('edited'));
      expect(body.spec['action']).toBe('deny');
    });

    it('patches by merge, by JSON patch and through the status', async () => {
      await make('patched');
      const patch = (type: string, text: string, ...more: string[]) =>
        kubectl().say('patch', 'rpol', 'patched', `--type=${type}`, '-p', text, ...more);
      await patch('merge', '{"spec":{"priority":4}}');
      await patch('json', '[{"op":"replace","path":"/spec/action","value":"prefer"}]');
      const status = JSON.stringify({ status: { conditions: [condition('Ready', 'True')] } });
      await patch('merge', status, '--subresource=status');
      const { body } = await shared().client.get(path('patched'));
      expect(body.spec).toMatchObject({ priority: 4, action: 'prefer' });
      expect(body.status['conditions']).toEqual([condition('Ready', 'True')]);
      const complaint = await kubectl().complain(
        'patch',
        'rpol',
        'patched',
        '--type=merge',
        '-p',
        '{"spec":{"action":"shout"}}',
      );
      expect(complaint).toContain('spec.action: Unsupported value: "shout"');
    });

    it('replaces, labels and annotates', async () => {
      await make('worked');
      const file = await kubectl().file('replace', policy('worked', { spec: { action: 'deny' } }));
      expect(await kubectl().say('replace', '-f', file)).toBe(
        'routingpolicy.aicp.dev/worked replaced',
      );
      await kubectl().say('label', 'rpol', 'worked', 'team=red');
      await kubectl().say('annotate', 'rpol', 'worked', 'note=a text with spaces');
      expect(await kubectl().complain('label', 'rpol', 'worked', 'team=blue')).toContain(
        'already has a value (red), and --overwrite is false',
      );
      const { body } = await shared().client.get(path('worked'));
      expect(body.spec['action']).toBe('deny');
      expect(body.metadata.labels).toEqual({ team: 'red' });
      expect(body.metadata.annotations).toMatchObject({ note: 'a text with spaces' });
    });

    it('waits for a condition, a value and a deletion', async () => {
      await make('awaited');
      const wait = (...args: string[]) =>
        kubectl().start('wait', 'rpol/awaited', '--timeout=15s', ...args);
      const ready = wait('--for=condition=Ready');
      const value = wait('--for=jsonpath={.spec.priority}=8');
      const status = { observedGeneration: 1, conditions: [condition('Ready', 'True')] };
      await shared().client.patch(`${path('awaited')}/status`, MERGE, { status });
      expect(await ready.ended()).toBe(0);
      await shared().client.patch(path('awaited'), MERGE, { spec: { priority: 8 } });
      expect(await value.ended()).toBe(0);
      const gone = wait('--for=delete');
      await shared().client.delete(path('awaited'));
      expect(await gone.ended()).toBe(0);
    });

    it('deletes, and waits for the finalizer of an object', async () => {
      await make('deleted');
      await shared().client.patch(path('deleted'), MERGE, {
        metadata: { finalizers: ['aicp.dev/hold'] },
      });
      const running = kubectl().start('delete', 'rpol', 'deleted');
      await running.sees(/"deleted" deleted/);
      const { body } = await shared().client.get(path('deleted'));
      expect(body.metadata.deletionTimestamp).toBeTruthy();
      await shared().client.patch(path('deleted'), MERGE, { metadata: { finalizers: null } });
      expect(await running.ended()).toBe(0);
      await make('deleted-too');
      expect(await kubectl().say('delete', 'rpol', '-l', 'made=deleted-too')).toContain(
        '"deleted-too" deleted',
      );
    });
  });
}

const btoaText = (text: string): string => Buffer.from(text).toString('base64');
