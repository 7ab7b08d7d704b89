import { RecordingGuard } from '@aicp/api-kit/idempotency/testing/stand-ins';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { abtest } from '@aicp/crds/abtest';
import { eventSubscription } from '@aicp/crds/event-subscription';
import { kindNamed } from '@aicp/crds/kinds';
import { mcpServer } from '@aicp/crds/mcp-server';
import { provider } from '@aicp/crds/provider';
import { team } from '@aicp/crds/team';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAnswer } from './answer-object.ts';
import { hasChangedNothing, refusalOf } from './kubernetes-problem.ts';
import {
  change,
  problem,
  remove,
  NAMESPACE,
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from './testing/resource-fixture.ts';

describe('a write of a request that may be sent again', () => {
  let aicp: ResourceFixture;
  let writes: RecordingGuard;
  beforeEach(async () => {
    aicp = await resourceFixture();
    writes = new RecordingGuard();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const create = (more: object = {}) =>
    aicp
      .services(team)
      .create(contextOf(somebody('platform_admin'), { writes, ...more }), { name: 'one' });
  const refusing = (error: Error) => {
    aicp.api.intercept = ({ verb }) => {
      if (verb === 'create') throw error;
    };
  };
  const told = () => [writes.begun, writes.refusals];

  it('is announced; a dry run is not', async () => {
    await create({ dryRun: true });
    expect(told()).toEqual([0, 0]);
    await create();
    expect(told()).toEqual([1, 0]);
  });

  it('is not made where it may not be, and nobody is told of it', async () => {
    writes.refusal = new Error('lost');
    await expect(create()).rejects.toThrow('lost');
    expect(aicp.peek('Team', 'one')).toBeUndefined();
    expect(aicp.hooks.planned).toEqual([]);
  });

  it('is said to have changed nothing where the API server or the audit log refused it', async () => {
    refusing(new KubernetesError({ status: 403, message: 'no' }));
    await expect(create()).rejects.toMatchObject({ status: 403 });
    expect(told()).toEqual([1, 1]);
    aicp.hooks.before = () => Promise.reject(new Error('the log is full'));
    await expect(create()).rejects.toThrow('full');
    expect(told()).toEqual([2, 2]);
  });

  it('may have changed something where nobody knows how it ended', async () => {
    refusing(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    await expect(create()).rejects.toThrow('reset');
    expect(told()).toEqual([1, 0]);
  });
});

const refused = (status: number) => new KubernetesError({ status, message: 'no' });
const broken = (code: string) => Object.assign(new Error(code), { code });

describe('a write that failed', () => {
  it.each([
    ['refused', refused(409)],
    ['refused for want of room', refused(429)],
    ['never sent', broken('ECONNREFUSED')],
    [
      'never sent to any address',
      new AggregateError([broken('ECONNREFUSED'), broken('ENETUNREACH')]),
    ],
  ])('has changed nothing where it was %s', (_, error) => {
    expect(hasChangedNothing(error)).toBe(true);
  });

  it.each([
    ['the server failed', refused(500)],
    ['the server timed out', refused(504)],
    ['the connection broke', broken('ECONNRESET')],
    ['no answer came', broken('UND_ERR_HEADERS_TIMEOUT')],
    ['it is not known why', new Error('?')],
    [
      'one of several may have come',
      new AggregateError([broken('ECONNREFUSED'), broken('ECONNRESET')]),
    ],
  ])('may have changed something where %s', (_, error) => {
    expect(hasChangedNothing(error)).toBe(false);
  });
});

const rejected = (field: string, message: string): unknown => {
  const error = new KubernetesError({ status: 422, message, causes: [{ field, message }] });
  return refusalOf(kindNamed('Model'), 'a', error);
};

describe('what the API server refuses', () => {
  it('is told without the regular expressions that it quotes', () => {
    expect(
      rejected(
        'metadata.name',
        "Invalid value: \"A\": must start with a letter (e.g. 'example.com', regex used for validation is '[a-z]([-a-z]*[a-z])?')",
      ),
    ).toMatchObject({
      status: 422,
      errors: [
        {
          path: 'metadata.name',
          message: 'Invalid value: "A": must start with a letter (e.g. \'example.com\')',
        },
      ],
    });
    expect(
      rejected('spec.tier', 'Invalid value: "?": spec.tier in body should match \'^[a-z]+$\''),
    ).toMatchObject({
      errors: [{ path: 'tier', message: expect.not.stringContaining('^') as string }],
    });
  });
});

describe('gitops', () => {
  const admin = contextOf(somebody('platform_admin'));
  const orgAdmin = contextOf(somebody('org_admin'));

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
        const service = aicp.services(team);
        expect(
          toAnswer(aicp.services(team).collection, await service.get(admin, 'ds'), admin.principal),
        ).toMatchObject({
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
        const service = aicp.services(abtest);
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
        const service = aicp.services(provider);
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
        const answer = toAnswer(aicp.services(provider).collection, object, admin.principal);
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
        const object = await aicp.services(eventSubscription).create(admin, {
          name: 'x',
          event_types: ['*'],
          channel: 'slack',
          config: { webhook_url: 'https://hooks.example.com/T1' },
        });
        expect(object.spec).toMatchObject({
          config: { webhookUrlRef: { key: 'webhook_url' } },
        });
        expect(
          toAnswer(aicp.services(eventSubscription).collection, object, admin.principal)['config'],
        ).toMatchObject({
          secret_set: true,
        });
      });

      it('may be sent by an organization’s administrator, who may not name one', async () => {
        const service = aicp.services(mcpServer);
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
});
