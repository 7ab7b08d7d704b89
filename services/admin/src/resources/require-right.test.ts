import { budget } from '@aicp/crds/budget';
import { kindNamed } from '@aicp/crds/kinds';
import { mcpServer } from '@aicp/crds/mcp-server';
import { organization } from '@aicp/crds/organization';
import { provider } from '@aicp/crds/provider';
import { rateLimitPolicy } from '@aicp/crds/rate-limit-policy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { singleSignOnRoutes } from '../kinds/organization/single-sign-on.ts';
import { requireOwnSecrets } from './rights.ts';
import { requireValid } from './require-valid.ts';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from './testing/resource-fixture.ts';

const admin = contextOf(somebody('platform_admin'));
const orgAdmin = contextOf(somebody('org_admin'));

describe('somebody of an organization', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    await aicp.put('Organization', 'acme', { displayName: 'Acme' });
    await aicp.put('Organization', 'rival', { displayName: 'Rival' });
    await aicp.put('Team', 'gamma', { displayName: 'Gamma', organizationId: 'rival' });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  it('is told the same of a team of another organization as of one that nobody has', async () => {
    const budgeted = { entity_type: 'team', monthly_limit: 1 };
    const limit = { scope: 'team', rpm_limit: 1 };
    for (const team of ['gamma', 'nobodys']) {
      const b = { name: `b-${team}`, ...budgeted, entity_id: team };
      const made = await aicp.services(budget).create(orgAdmin, b);
      expect(made.spec).toMatchObject({ organizationId: 'acme', entityId: team });
      const l = { name: `l-${team}`, ...limit, scope_value: team };
      const limited = await aicp.services(rateLimitPolicy).create(orgAdmin, l);
      expect(limited.spec).toMatchObject({ organizationId: 'acme', scopeValue: team });
    }
  });

  it('sends no secret that was set for one address to another', async () => {
    const service = aicp.services(mcpServer);
    const made = await service.create(admin, {
      name: 'tools',
      server_type: 'sse',
      url: 'https://good.example/one',
      organization_id: 'acme',
      secret: 'of the platform',
    });
    const change = (body: object) => service.update(orgAdmin, made, { ...body });
    await expect(change({ url: 'https://evil.example' })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'url' }],
    });
    await change({ url: 'https://good.example/two' });
    await change({ url: 'https://evil.example', secret: 'own' });
  });

  it.each([
    { tls: { clientCertificateSecretRef: { name: 'of-others' } } },
    { tls: { caSecretRef: { name: 'of-others', key: 'ca.crt' } } },
    { secretRef: { name: 'of-others', key: 'api-key' } },
    { credentials: [{ name: 'one', secretRef: { name: 'of-others', key: 'api-key' } }] },
    { proxySecretRef: { name: 'of-others', key: 'proxy' } },
  ])(
    'would name no Secret of the namespace in a Provider, whichever field it is for: %j',
    (more) => {
      const spec = { type: 'openai', organizationId: 'acme', baseUrl: 'https://api.example/v1' };
      const { collection } = aicp.services(provider);
      const { principal } = orgAdmin;
      const proposal = {
        principal,
        scope: 'organization',
        name: 'own',
        before: undefined,
      } as const;
      const refusal = expect.objectContaining({
        status: 403,
        message: expect.stringContaining('names a Secret') as string,
      }) as Error;
      const write = (written: object) => () => {
        requireOwnSecrets(collection, { ...proposal, spec: { ...spec, ...written } }, undefined);
      };
      expect(write(more)).toThrow(refusal);
      write({})();
    },
  );

  describe('who sets up how its people sign in', () => {
    const put = async (body: unknown, context = orgAdmin) => {
      const route = singleSignOnRoutes(aicp.services(organization)).find(
        ({ method }) => method === 'put',
      );
      return await route?.handler({ ...context, params: { id: 'acme' }, body });
    };
    const sso = { issuer: 'https://idp.example', client_id: 'aicp' };

    it('is told what is wrong with a role mapping of the wrong type', async () => {
      for (const role_mapping of [{}, 3, [null], 'x']) {
        await expect(put({ ...sso, role_mapping })).rejects.toMatchObject({ status: 422 });
      }
    });

    it('hears the same of a team of another organization as of one that nobody has', async () => {
      for (const team_id of ['gamma', 'nobodys']) {
        const role_mapping = [{ claim: 'g', value: 'x', role: 'member', team_id }];
        expect(await put({ ...sso, role_mapping })).toMatchObject({ status: 200 });
      }
    });

    it('cannot send the client secret that the platform set to another realm of the same server', async () => {
      const realm = (name: string) => ({ issuer: `https://idp.example/${name}` });
      await put({ ...sso, ...realm('a'), client_secret: 'platform' }, admin);
      await put({ ...realm('a'), scopes: ['openid', 'email'] });
      await expect(put(realm('b'))).rejects.toMatchObject({ errors: [{ path: 'issuer' }] });
      await put({ ...realm('b'), client_secret: 'own' });
    });

    it('cannot send the client secret that the platform set to an issuer of their own', async () => {
      await put({ ...sso, client_secret: 'platform' }, admin);
      await expect(put({ issuer: 'https://evil.example' })).rejects.toMatchObject({
        status: 422,
        errors: [{ path: 'issuer' }],
      });
      await put({ issuer: 'https://other.example', client_secret: 'own' });
      await put({ issuer: 'https://evil.example', client_secret_ref: null });
    });
  });
});

const errorsOf = (kind: string, spec: object): unknown => {
  try {
    requireValid(kindNamed(kind), { ...spec });
    return [];
  } catch (error) {
    return (error as { errors?: { path: string }[] }).errors?.map(({ path }) => path);
  }
};

const test = { baseModel: 'a', variantModel: 'b', trafficSplitPercent: 5 };

describe('a spec that its schema takes', () => {
  it.each([
    ['RoutingPolicy', { action: 'deny', condition: 'team ==' }, 'condition'],
    [
      'RoutingPolicy',
      { policyType: 'conditional', config: { action: 'prefer', condition: 'team == a' } },
      'config.target_models',
    ],
    ['Provider', { type: 'openai', baseUrl: 'http://169.254.169.254/v1' }, 'base_url'],
    ['Provider', { type: 'openai', baseUrl: 'http://[fe80::a9fe:a9fe%25eth0]/' }, 'base_url'],
    [
      'Organization',
      { displayName: 'Acme', sso: { issuer: 'https://[::1%25lo]', clientId: 'a' } },
      'sso.issuer',
    ],
    ['ControlPlane', { timeZone: 'Mars/Base' }, 'time_zone'],
    [
      'Detector',
      { detectorType: 'regex', config: { patterns: [{ pattern: '([' }] } },
      'config.patterns.0.pattern',
    ],
  ])('and nobody can act on is 422, in the words of the wire: %s %j', (kind, spec, path) => {
    expect(errorsOf(kind, spec)).toEqual([path]);
  });

  it('and somebody can act on is taken', () => {
    expect(errorsOf('ABTest', test)).toEqual([]);
    expect(errorsOf('Provider', { type: 'openai', baseUrl: 'http://10.0.0.1/v1' })).toEqual([]);
  });
});
