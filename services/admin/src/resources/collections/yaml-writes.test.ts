import { apiKey } from '@aicp/crds/api-key';
import { mcpServer } from '@aicp/crds/mcp-server';
import { model } from '@aicp/crds/model';
import { organization } from '@aicp/crds/organization';
import { provider } from '@aicp/crds/provider';
import { team } from '@aicp/crds/team';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { manifestFor } from '../manifests/manifest-for.ts';
import {
  contextOf,
  NAMESPACE,
  problem,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../testing/resource-fixture.ts';
import type { WriteContext } from '../write-hooks.ts';
import type { CollectionService } from './collection-service.ts';
import { createFromYaml, replaceFromYaml } from './yaml-writes.ts';

const admin = contextOf(somebody('platform_admin'));
const orgAdmin = contextOf(somebody('org_admin'));

const yamlOf = (kind: string, name: string, ...spec: string[]): string =>
  [
    'apiVersion: aicp.dev/v1alpha1',
    `kind: ${kind}`,
    'metadata:',
    `  name: ${name}`,
    `  namespace: ${NAMESPACE}`,
    'spec:',
    ...spec.map((line) => `  ${line}`),
    '',
  ].join('\n');

describe('an object as YAML', () => {
  let aicp: ResourceFixture;
  let teams: CollectionService;
  beforeEach(async () => {
    aicp = await resourceFixture();
    teams = aicp.services(team);
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });
  const read = async (
    service: CollectionService,
    { principal: reader }: WriteContext,
    id: string,
    withStatus = false,
  ): Promise<string> => {
    const object = await service.get({ principal: reader }, id);
    return manifestFor(service.collection, object, { reader, withStatus });
  };
  const replace = async (context: WriteContext, id: string, yaml: string, service = teams) =>
    replaceFromYaml(service, context, { yaml, seen: await service.get(context, id) });

  describe('read', () => {
    it('is as people would commit it', async () => {
      await aicp.put(
        'Team',
        'ds',
        { displayName: 'DS', maxBudget: '0.10' },
        {
          labels: { mine: 'yes', 'kustomize.toolkit.fluxcd.io/name': 'x' },
          annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', note: 'a' },
        },
      );
      expect(await read(teams, admin, 'ds')).toBe(
        [
          'apiVersion: aicp.dev/v1alpha1',
          'kind: Team',
          'metadata:',
          '  name: ds',
          `  namespace: ${NAMESPACE}`,
          '  labels:',
          '    mine: yes',
          '  annotations:',
          '    note: a',
          'spec:',
          '  displayName: DS',
          '  maxBudget: "0.10"',
          '',
        ].join('\n'),
      );
      expect(await read(teams, admin, 'ds', true)).toContain('status:');
    });

    it('holds what the JSON answer holds for its reader, and no more', async () => {
      const spec = { displayName: 'K', keyHash: 'a'.repeat(64), organizationId: 'acme' };
      await aicp.put('APIKey', 'k', spec);
      expect(await read(aicp.services(apiKey), admin, 'k')).not.toContain('keyHash');
      await aicp.put('MCPServer', 'p', {
        organizationId: 'acme',
        serverType: 'sse',
        url: 'https://tools.example.com',
        headers: { 'X-Secret': 'hidden-value' },
      });
      const servers = aicp.services(mcpServer);
      expect(await read(servers, orgAdmin, 'p')).toContain('hidden-value');
      const member = contextOf(somebody('member'));
      expect(await read(servers, member, 'p', true)).not.toContain('hidden-value');
    });

    it('tells what tools and people noted on it to whoever may write it alone', async () => {
      const spec = { organizationId: 'acme', serverType: 'sse', url: 'https://t.example.com' };
      await aicp.put('MCPServer', 'p', spec, { annotations: { note: 'for admins' } });
      const servers = aicp.services(mcpServer);
      expect(await read(servers, orgAdmin, 'p')).toContain('for admins');
      expect(await read(servers, contextOf(somebody('member')), 'p')).not.toContain('for admins');
    });
  });

  describe('replaced', () => {
    it('is what the document says, and nothing else', async () => {
      await aicp.put('Team', 'ds', { displayName: 'DS', description: 'gone', slug: 'ds' });
      await replace(admin, 'ds', yamlOf('Team', 'ds', 'displayName: New', 'maxBudget: 0.5'));
      expect(aicp.peek('Team', 'ds')?.spec).toEqual({ displayName: 'New', maxBudget: '0.5' });
      expect(aicp.hooks.planned).toMatchObject([{ action: 'update', name: 'ds' }]);
    });

    it('changes nothing where it is sent back as it was read', async () => {
      await aicp.put(
        'Team',
        'ds',
        { displayName: 'DS', metadata: { a: 'b' } },
        { labels: { mine: 'yes' } },
      );
      await replace(admin, 'ds', await read(teams, admin, 'ds'));
      expect(aicp.hooks.planned).toEqual([]);
    });

    it('keeps what the API takes in no body', async () => {
      await aicp.put('Organization', 'acme', {
        displayName: 'A',
        members: [{ userId: 'u', role: 'member' }],
      });
      const service = aicp.services(organization);
      await replace(admin, 'acme', yamlOf('Organization', 'acme', 'displayName: B'), service);
      expect(aicp.peek('Organization', 'acme')?.spec['members']).toHaveLength(1);
      const sneaky = yamlOf(
        'Organization',
        'acme',
        'displayName: B',
        'members: [{userId: me, role: admin}]',
      );
      expect(await problem(replace(admin, 'acme', sneaky, service))).toMatchObject({
        status: 422,
        errors: [{ path: 'spec.members', message: 'is not written here', line: 8 }],
      });
    });

    it('is refused whole with path and line of each fault', async () => {
      await aicp.put('Team', 'ds', { displayName: 'DS' });
      const wrong = yamlOf('Team', 'ds', 'displayName: DS', 'maxBudgett: 3', 'budgetDuration: [1]');
      expect(await problem(replace(admin, 'ds', wrong))).toMatchObject({
        status: 422,
        errors: [{ path: 'spec.maxBudgett', line: 8 }],
      });
      const bad = yamlOf('Team', 'ds', 'displayName: ""', 'maxBudget: -1');
      expect(await problem(replace(admin, 'ds', bad))).toMatchObject({
        status: 422,
        errors: [
          { path: 'spec.displayName', line: 7 },
          { path: 'spec.maxBudget', line: 8 },
        ],
      });
      expect(
        await problem(replace(admin, 'ds', yamlOf('Team', 'other', 'displayName: x'))),
      ).toMatchObject({
        status: 422,
        errors: [{ path: 'metadata.name', message: 'must be ds here', line: 4 }],
      });
      expect(
        await problem(replace(admin, 'ds', yamlOf('Model', 'ds', 'modelId: x'))),
      ).toMatchObject({
        errors: [{ path: 'kind', line: 2 }],
      });
    });

    it('changes no labels, and is held to the version that it names', async () => {
      await aicp.put('Team', 'ds', { displayName: 'DS' });
      const text = yamlOf('Team', 'ds', 'displayName: New');
      const labelled = text.replace('spec:', '  labels: {argocd: mine}\nspec:');
      expect(await problem(replace(admin, 'ds', labelled))).toMatchObject({
        errors: [{ path: 'metadata.labels', line: 6 }],
      });
      const old = text.replace('spec:', '  resourceVersion: "0"\nspec:');
      expect(await problem(replace(admin, 'ds', old))).toMatchObject({ status: 412 });
    });

    it('asks for the rights that JSON asks for', async () => {
      await aicp.put('Organization', 'acme', { displayName: 'A', slug: 'acme', maxBudget: '5' });
      await aicp.put('Team', 'theirs', { displayName: 'T', organizationId: 'other' });
      const service = aicp.services(organization);
      const without = yamlOf('Organization', 'acme', 'displayName: A', 'slug: acme');
      expect(await problem(replace(orgAdmin, 'acme', without, service))).toMatchObject({
        status: 403,
      });
      expect(
        await problem(replace(orgAdmin, 'theirs', yamlOf('Team', 'theirs', 'displayName: x'))),
      ).toMatchObject({ status: 404 });
      await aicp.put('Team', 'ours', { displayName: 'T', organizationId: 'acme' });
      const moved = yamlOf('Team', 'ours', 'displayName: T', 'organizationId: other');
      expect(await problem(replace(orgAdmin, 'ours', moved))).toMatchObject({ status: 403 });
      const named = yamlOf(
        'Provider',
        'p',
        'displayName: P',
        'type: openai',
        'organizationId: acme',
        'secretRef: {name: theirs, key: k}',
      );
      const creation = createFromYaml(aicp.services(provider), orgAdmin, {
        yaml: named,
        fields: {},
      });
      expect(await problem(creation)).toMatchObject({ status: 403 });
    });
  });

  describe('created', () => {
    const create = async (context: WriteContext, yaml: string, service = teams) =>
      createFromYaml(service, context, { yaml, fields: {} });

    it('has the name that it asks for, and is its writer’s', async () => {
      const made = await create(orgAdmin, yamlOf('Team', 'mine', 'displayName: Other name'));
      expect(made).toMatchObject({
        metadata: { name: 'mine' },
        spec: { displayName: 'Other name', slug: 'mine', organizationId: 'acme' },
      });
      expect(
        await problem(create(orgAdmin, yamlOf('Team', 'mine', 'displayName: x'))),
      ).toMatchObject({ status: 409 });
    });

    it('does not tell what another organization has', async () => {
      await aicp.put('Team', 'secret', { displayName: 'T', organizationId: 'other' });
      const { metadata } = await create(orgAdmin, yamlOf('Team', 'secret', 'displayName: x'));
      expect(metadata.name).toMatch(/^secret-[0-9a-f]{6}$/);
    });

    it('stores nothing in a trial, whose answer is what would be stored', async () => {
      const trial = { ...admin, dryRun: true };
      const made = await create(trial, yamlOf('Team', 'mine', 'displayName: x'));
      const { collection } = teams;
      const yaml = manifestFor(collection, made, { reader: admin.principal, withStatus: false });
      expect(parse(yaml)).toEqual({
        apiVersion: 'aicp.dev/v1alpha1',
        kind: 'Team',
        metadata: { name: 'mine', namespace: NAMESPACE },
        spec: { displayName: 'x', slug: 'mine' },
      });
      expect(aicp.peek('Team', 'mine')).toBeUndefined();
    });

    it('has the name that follows from its spec where its kind wants one', async () => {
      const wrong = yamlOf('Model', 'mine', 'modelId: gpt-5', 'provider: p');
      expect(await problem(create(admin, wrong, aicp.services(model)))).toMatchObject({
        errors: [{ path: 'metadata.name', message: 'must be gpt-5, as the spec has it', line: 4 }],
      });
    });
  });
});
