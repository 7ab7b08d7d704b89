import {
  CoordinationV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesListObject,
  type KubernetesObject,
  PatchStrategy,
  V1Lease,
  V1LeaseSpec,
  V1MicroTime,
  V1ObjectMeta,
  makeInformer,
  setHeaderOptions,
} from '@kubernetes/client-node';
import { beforeAll, expect, it } from 'vitest';
import { MERGE } from './contract-client.ts';
import { API_VERSION, condition, custom, policy } from './objects.ts';
import { type ContractOptions, topic, kubectlTopic } from './suite.ts';
import { until } from '../kubernetes/control-plane/until.ts';

const KIND = { group: 'aicp.dev', version: 'v1alpha1', plural: 'routingpolicies' };

/** The client that the operator uses. */
export function clientNodeContract(options: ContractOptions): void {
  topic('@kubernetes/client-node', options, (shared) => {
    let config: KubeConfig;
    beforeAll(() => {
      config = new KubeConfig();
      config.loadFromFile(options.server().kubeconfigPath);
    });
    const path = (name = ''): string =>
      `${custom(shared().namespace, KIND.plural)}${name ? `/${name}` : ''}`;

    it('keeps an informer up to date', async () => {
      const { client, namespace } = shared();
      const api = config.makeApiClient(CustomObjectsApi);
      await client.post(path(), policy('there'));
      const list = async (): Promise<KubernetesListObject<KubernetesObject>> =>
        (await api.listNamespacedCustomObject({
          ...KIND,
          namespace,
        })) as KubernetesListObject<KubernetesObject>;
      const informer = makeInformer(config, path(), list);
      const told: string[] = [];
      for (const verb of ['add', 'update', 'delete'] as const) {
        informer.on(verb, (object) => told.push(`${verb} ${object.metadata?.name ?? ''}`));
      }
      await informer.start();
      await until(() => told.includes('add there'), { what: 'the informer listed' });
      await client.post(path(), policy('later'));
      await client.patch(path('there'), MERGE, { spec: { action: 'deny' } });
      await client.delete(path('later'));
      await until(() => told.includes('delete later'), { what: 'the informer saw the deletion' });
      await informer.stop();
      expect(told).toEqual(['add there', 'add later', 'update there', 'delete later']);
      expect(informer.list().map((object) => object.metadata?.name)).toEqual(['there']);
    });

    it('holds a Lease', async () => {
      const { namespace } = shared();
      const leases = config.makeApiClient(CoordinationV1Api);
      const name = 'operator';
      const lease = new V1Lease();
      lease.metadata = Object.assign(new V1ObjectMeta(), { name });
      lease.spec = Object.assign(new V1LeaseSpec(), {
        holderIdentity: 'one',
        leaseDurationSeconds: 15,
        acquireTime: new V1MicroTime(),
        renewTime: new V1MicroTime(),
      });
      const held = await leases.createNamespacedLease({ namespace, body: lease });
      if (held.spec) held.spec.renewTime = new V1MicroTime();
      await leases.replaceNamespacedLease({ namespace, name, body: held });
      if (held.spec) held.spec.holderIdentity = 'two';
      const stale = leases.replaceNamespacedLease({ namespace, name, body: held });
      await expect(stale).rejects.toMatchObject({ code: 409 });
    });

    it('applies a status from the server side', async () => {
      const { client, namespace } = shared();
      await client.post(path(), policy('stated'));
      const api = config.makeApiClient(CustomObjectsApi);
      const body = {
        apiVersion: API_VERSION,
        kind: 'RoutingPolicy',
        metadata: { name: 'stated', namespace },
        status: { observedGeneration: 1, conditions: [condition('Accepted', 'True')] },
      };
      await api.patchNamespacedCustomObjectStatus(
        { ...KIND, namespace, name: 'stated', body, fieldManager: 'operator', force: true },
        setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply),
      );
      const { body: read } = await client.get(path('stated'));
      expect(read.status).toEqual(body.status);
      expect(read.metadata.managedFields?.map(({ manager }) => manager)).toContain('operator');
    });

    it('reads a refusal with its code and its Status', async () => {
      const { namespace } = shared();
      const api = config.makeApiClient(CustomObjectsApi);
      const wrong = { ...policy('wrong', { spec: { action: 'shout' } }) };
      const refused = api.createNamespacedCustomObject({ ...KIND, namespace, body: wrong });
      await expect(refused).rejects.toMatchObject({ code: 422 });
      await expect(refused).rejects.toThrow('Unsupported value');
    });
  });
}

/** What stock kubectl is told before, and instead of, a write. */
export function kubectlCheckContract(options: ContractOptions): void {
  kubectlTopic('kubectl, checking', options, (shared, kubectl) => {
    it('is strict about fields that it does not know, and names all that is wrong at once', async () => {
      const unknown = await kubectl().file('strict', policy('strict', { spec: { bogus: 1 } }));
      for (const verb of ['apply', 'create']) {
        const complaint = await kubectl().complain(verb, '-f', unknown);
        expect(complaint).toContain('strict decoding error: unknown field "spec.bogus"');
      }
      const lenient = ['apply', '--validate=warn', '--dry-run=server', '-f', unknown];
      const { code, stderr } = await kubectl().run(lenient);
      expect(code).toBe(0);
      expect(stderr).toContain('Warning: unknown field "spec.bogus"');
      const wrong = policy('strict', { spec: { action: 'shout', priority: 'high' } });
      const complaint = await kubectl().complain(
        'apply',
        '-f',
        await kubectl().file('wrong', wrong),
      );
      expect(complaint).toContain('The RoutingPolicy "strict" is invalid');
      expect(complaint).toContain('* spec.action: Unsupported value: "shout"');
      expect(complaint).toContain('* spec.priority: Invalid value: "string"');
    });

    it('tries without writing', async () => {
      const file = await kubectl().file('dry', policy('dry'));
      expect(await kubectl().say('apply', '--dry-run=server', '-f', file)).toBe(
        'routingpolicy.aicp.dev/dry created (server dry run)',
      );
      expect(
        (await shared().client.get(`${custom(shared().namespace, 'routingpolicies')}/dry`)).status,
      ).toBe(404);
    });

    it('is told how decimals are written, and on what nobody acts', async () => {
      const explain = async (path: string) =>
        (await kubectl().say('explain', path)).replace(/\s+/g, ' ');
      const price = await explain('models.spec.inputPricePerMillion');
      expect(price).toContain(`FIELD: inputPricePerMillion <${options.decimals}>`);
      expect(price).toContain('USD per million input tokens. A decimal number: a whole one as a');
      const fields = await kubectl().say('explain', 'models.spec');
      expect(fields).toMatch(new RegExp(`inputPricePerMillion\t<${options.decimals}>`));
      expect(await explain('businessunits.spec.costCenter')).toContain(
        'Not acted on by this version.',
      );
    });

    it('sees the definitions, and what it may do', async () => {
      expect(await kubectl().say('get', 'crd', 'models.aicp.dev', '-o', 'name')).toBe(
        'customresourcedefinition.apiextensions.k8s.io/models.aicp.dev',
      );
      expect(await kubectl().say('auth', 'can-i', 'delete', 'models')).toBe('yes');
    });
  });
}
