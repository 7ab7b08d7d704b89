import { model } from '@aicp/crds/model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';

describe('models, to a member', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    for (const modelId of ['gpt-4o', 'gpt-4o-mini', 'claude']) {
      await aicp.put('Model', modelId, { modelId, provider: 'x', aliases: [`${modelId}-latest`] });
    }
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const seen = (role: 'member' | 'viewer' = 'member') => {
    const context = contextOf(somebody(role, { keyName: 'own', teamIds: ['ours'] }));
    const { items } = aicp.services(model).list(context, { limit: 9 });
    return items.map(({ metadata }) => metadata.name);
  };
  const allow = async (kind: string, name: string, ...allowedModels: string[]) =>
    aicp.put(kind, name, { allowedModels });

  it('are those that key, team and organization all allow', async () => {
    expect(seen()).toEqual(['claude', 'gpt-4o', 'gpt-4o-mini']);
    await allow('Organization', 'acme', 'gpt-*', 'claude');
    await allow('Team', 'ours', 'gpt-*');
    expect(seen()).toEqual(['gpt-4o', 'gpt-4o-mini']);
    await allow('APIKey', 'own', 'gpt-4o-mini-latest', 'claude');
    expect(seen()).toEqual(['gpt-4o-mini']);
  });

  it('are not there where he may not use them', async () => {
    await allow('APIKey', 'own', 'claude');
    const context = contextOf(somebody('member', { keyName: 'own' }));
    const got = aicp.services(model).get(context, 'gpt-4o');
    await expect(got).rejects.toMatchObject({ status: 404 });
    expect(seen('viewer')).toHaveLength(3);
  });
});
