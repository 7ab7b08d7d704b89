import { SECRETS } from '@aicp/common/kubernetes/objects';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { models } from '../models/collection.ts';
import { providers } from '../providers/collection.ts';
import { contextOf, resourceFixture, somebody } from './testing/resource-fixture.ts';
import type { ResourceFixture } from './testing/resource-fixture.ts';

const admin = contextOf(somebody('platform_admin'));

const problem = async (promise: Promise<unknown>): Promise<Record<string, unknown>> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Record<string, unknown>;
};

describe('a collection', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  it('tells of some of the fields that there are not, where a body has thousands of them', async () => {
    const service = aicp.services(models(aicp.store));
    const body = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, 0]));
    const { errors } = await problem(service.create(admin, body));
    expect((errors as object[]).length).toBeLessThan(30);
    const inner = { id: 'a', provider: 'x', conditions: 1, simulation: body };
    const providersOf = aicp.services(providers);
    const nested = await problem(
      providersOf.create(admin, { name: 'x', type: 'simulated', ...inner }),
    );
    expect((nested['errors'] as object[]).length).toBeLessThan(30);
  });

  it.each(['toString', 'constructor', 'valueOf', '__proto__'])(
    'refuses the field %s, which every object of the language has, as any other that there is not',
    async (name) => {
      const service = aicp.services(models(aicp.store));
      const body = JSON.parse(`{"id": "a", "provider": "x", "${name}": {"tier": 1}}`) as object;
      expect(await problem(service.create(admin, { ...body }))).toMatchObject({
        status: 422,
        errors: [{ path: name, message: expect.stringContaining('no such field') as string }],
      });
    },
  );

  it('tells all that is wrong with a body at once, in its order, whatever kind of wrong it is', async () => {
    const service = aicp.services(models(aicp.store));
    expect(await problem(service.create(admin, { name: 'x' }))).toMatchObject({
      status: 422,
      detail:
        'What was sent is not valid: name: there is no such field (did you mean display_name?) (and 2 more errors).',
      errors: [
        { path: 'name', message: 'there is no such field (did you mean display_name?)' },
        { path: 'id', message: 'is required' },
        { path: 'provider', message: 'is required' },
      ],
    });
    const body = { weight: 'much', aliases: ['a', ''], id: 'a', tiers: 1, mode: 'chatty' };
    expect(await problem(service.create(admin, body))).toMatchObject({
      errors: [
        { path: 'weight', message: 'must be a whole number' },
        { path: 'aliases', message: 'aliases must not repeat id' },
        { path: 'aliases.1', message: 'must not be empty' },
        { path: 'tiers', message: 'there is no such field (did you mean tier?)' },
        {
          path: 'mode',
          message: 'must be one of chat, completion, embedding, moderation, rerank, image, audio',
        },
        { path: 'provider', message: 'is required' },
      ],
    });
  });

  it('tells the same of a change, and keeps no secret for one that is refused', async () => {
    const service = aicp.services(providers);
    const made = await service.create(admin, { name: 'one', type: 'openai' });
    const change = { api_key: 'sk-1', base_url: 'ftp://x', typ: 'openai' };
    const { errors } = await problem(service.update(admin, made, change));
    expect(errors).toMatchObject([{ path: 'base_url' }, { path: 'typ' }]);
    expect(aicp.api.all(SECRETS)).toEqual([]);
  });
});
