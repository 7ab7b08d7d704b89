import { SECRETS } from '@aicp/common/kubernetes/objects';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { providers } from '../providers/collection.ts';
import { teams } from '../teams/collection.ts';
import { toAnswer } from './answer-object.ts';
import type { Body, CollectionService } from './collection-service.ts';
import { abTests } from '../ab-tests/collection.ts';
import { eventSubscriptions, mcpServers } from './plain-collections.ts';
import { contextOf, NAMESPACE, resourceFixture, somebody } from './testing/resource-fixture.ts';
import type { ResourceFixture } from './testing/resource-fixture.ts';

const admin = contextOf(somebody('platform_admin'));
const orgAdmin = contextOf(somebody('org_admin'));

const problem = async (promise: Promise<unknown>): Promise<Record<string, unknown>> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Record<string, unknown>;
};

type Asked = typeof admin;

const change = async (service: CollectionService, context: Asked, id: string, body: Body) =>
  service.update(context, await service.get(context, id), body);

const remove = async (service: CollectionService, context: Asked, id: string) => {
  await service.remove(context, await service.get(context, id));
};

describe('a collection whose objects others keep part of', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  describe('what Git keeps', () => {
    const owned = {
      labels: {
        'kustomize.toolkit.fluxcd.io/name': 'platform',
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
      },
    };

    it('is refused with the owner and the YAML to commit instead', async () => {
      await aicp.put('Team', 'ds', { displayName: 'DS', description: 'x' }, owned);
      const service = aicp.services(teams);
      expect(toAnswer(teams, await service.get(admin, 'ds'), admin.principal)).toMatchObject({
        managed_by: 'flux',
        read_only: true,
      });
      const refused = await problem(change(service, admin, 'ds', { name: 'New' }));
      expect(refused).toMatchObject({
        status: 409,
        extensions: {
          owner: 'Kustomization flux-system/platform',
          yaml: [
            'apiVersion: aicp.dev/v1alpha1',
            'kind: Team',
            'metadata:',
            '  name: ds',
            `  namespace: ${NAMESPACE}`,
            'spec:',
            '  displayName: New',
            '  description: x',
            '',
          ].join('\n'),
        },
      });
      expect(await problem(remove(service, admin, 'ds'))).toMatchObject({ status: 409 });
      expect(aicp.hooks.planned).toEqual([]);
    });

    it('may be changed by a verb whose field Git does not set, and not where it does', async () => {
      const writer = (field: string) => ({
        ...owned,
        managedFields: [
          { manager: 'kustomize-controller', fieldsV1: { 'f:spec': { [`f:${field}`]: {} } } },
        ],
      });
      const spec = { baseModel: 'a', variantModel: 'b', trafficSplitPercent: 1, state: 'draft' };
      await aicp.put('ABTest', 'free', spec, writer('baseModel'));
      await aicp.put('ABTest', 'held', spec, writer('state'));
      const service = aicp.services(abTests);
      const start = async (id: string) =>
        service.change(admin, await service.get(admin, id), {
          action: 'start',
          fields: ['state'],
          change: (current) => ({ ...current.spec, state: 'running' }),
        });
      expect((await start('free')).spec['state']).toBe('running');
      expect(await problem(start('held'))).toMatchObject({ status: 409 });
    });
  });

  describe('a secret that is sent', () => {
    const secretOf = (name: string) => aicp.api.peek(SECRETS, { name, namespace: NAMESPACE });
    const made = async () => {
      const service = aicp.services(providers);
      const object = await service.create(admin, { name: 'x', type: 'openai', api_key: 'sk-1' });
      return { service, object, ref: object.spec['secretRef'] as { name: string; key: string } };
    };

    it('is kept in a Secret of the object, and never answered', async () => {
      const { object, ref } = await made();
      const secret = secretOf(ref.name);
      expect(secret?.['data']).toEqual({ [ref.key]: Buffer.from('sk-1').toString('base64') });
      expect(secret?.metadata).toMatchObject({
        ownerReferences: [{ kind: 'Provider', name: 'x', uid: object.metadata.uid }],
      });
      const answer = toAnswer(providers, object, admin.principal);
      expect(answer['secret_set']).toBe(true);
      expect(JSON.stringify([answer, aicp.hooks.planned])).not.toContain('sk-1');
    });

    it('changes with the object, in one write', async () => {
      const { service, ref } = await made();
      const changed = await change(service, admin, 'x', { api_key: 'sk-2' });
      const now = changed.spec['secretRef'] as { name: string };
      expect(now.name).not.toBe(ref.name);
      expect(secretOf(ref.name)).toBeUndefined();
      expect(secretOf(now.name)?.['data']).toEqual({
        api_key: Buffer.from('sk-2').toString('base64'),
      });
    });

    it('leaves nothing behind where the write is refused', async () => {
      const { service, ref } = await made();
      const before = aicp.peek('Provider', 'x');
      expect(
        await problem(change(service, admin, 'x', { api_key: 'sk-2', timeout_ms: -1 })),
      ).toMatchObject({ status: 422 });
      expect(aicp.peek('Provider', 'x')).toEqual(before);
      expect(aicp.api.all(SECRETS).map(({ metadata }) => metadata.name)).toEqual([ref.name]);
    });

    it('stands where the channel wants it', async () => {
      const object = await aicp.services(eventSubscriptions).create(admin, {
        name: 'x',
        event_types: ['*'],
        channel: 'slack',
        config: { webhook_url: 'https://hooks.example.com/T1' },
      });
      expect(object.spec).toMatchObject({
        config: { webhookUrlRef: { key: 'webhook_url' } },
      });
      expect(toAnswer(eventSubscriptions, object, admin.principal)['config']).toMatchObject({
        secret_set: true,
      });
    });

    it('may be sent by an organization’s administrator, who may not name one', async () => {
      const service = aicp.services(mcpServers);
      const body = { name: 'x', server_type: 'sse', url: 'https://mcp.example.com' };
      const object = await service.create(orgAdmin, { ...body, secret: 'mine' });
      expect(object.spec['organizationId']).toBe('acme');
      await change(service, orgAdmin, 'x', { url: 'https://mcp.example.com/sse' });
      const secret_ref = { name: 'openai', key: 'api-key' };
      const named = service.create(orgAdmin, { ...body, name: 'y', secret_ref });
      expect(await problem(named)).toMatchObject({ status: 403 });
      await change(service, admin, 'x', { secret_ref });
      const moved = change(service, orgAdmin, 'x', { url: 'https://evil.example.com' });
      expect(await problem(moved)).toMatchObject({ status: 403 });
    });
  });
});
