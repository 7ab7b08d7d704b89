import { systemClock } from '@aicp/common/time/clock';
import {
  AuthenticationError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
} from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import { collect, usageOf } from '../testing/journal-lines.ts';
import {
  allowedModels,
  group,
  hashOf,
  key,
  model,
  settings,
  simulated,
  type Fragments,
} from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const clock = { ...systemClock, now: () => NOW };

const fragments: Fragments = {
  providers: [simulated('sim'), simulated('theirs', {}, { organization: 'globex' })],
  models: [
    model('openai/gpt-4o', 'sim', { aliases: ['best'] }),
    model('gpt-4o-mini', 'sim'),
    model('llama3:8b', 'sim'),
    model('private', 'sim', { organization: 'globex' }),
    model('on-their-provider', 'theirs'),
    model('orphan', 'nowhere'),
  ],
  policies: [group('fast', { 'gpt-4o-mini': 1, 'llama3:8b': 1 })],
  teams: [allowedModels('Team', 'ml', ['gpt-*', 'openai/*'])],
  organizations: [allowedModels('Organization', 'acme', ['gpt-4o-mini', 'llama3:8b', 'best'])],
  keys: [
    key('alice'),
    key('globex', { organization: 'globex' }),
    key('alias', { allowedModels: ['best'] }),
    key('prefix', { allowedModels: ['gpt-*'] }),
    key('grouped', { allowedModels: ['fast'] }),
    key('narrow', { team: 'ml', organization: 'acme', allowedModels: ['gpt-*', 'fast'] }),
    key('none-there', { allowedModels: ['gone'] }),
    key('blocked', { blocked: true }),
    key('orphaned', { blocked: true, ownerMissing: 'the team "data" does not exist' }),
    key('rotated', {
      hashes: [
        { hash: hashOf('sk-old'), until: new Date(NOW).toISOString() },
        { hash: hashOf('sk-grace'), until: new Date(NOW + 1).toISOString() },
        { hash: hashOf('sk-new') },
      ],
    }),
  ],
};

const startGateway = (more: Partial<Fragments> = {}) =>
  startTestGateway({ fragments: { ...fragments, ...more }, clock });

const listFor = async (gateway: TestGateway, secret: string) => {
  const models = await collect(clientOf(gateway, secret).models.list());
  return models.map((one) => one.id);
};

const ask = (gateway: TestGateway, secret: string, name: string) =>
  clientOf(gateway, secret).chat.completions.create({ model: name, messages: saying('hi') });

describe('a key', () => {
  it.each([
    ['unknown', 'sk-nobody', 'not known'],
    ['blocked', 'sk-blocked', 'blocked'],
    ['past its grace', 'sk-old', 'expired'],
  ])('that is %s is refused with 401, and leaves no record', async (_what, secret, why) => {
    await using gateway = await startGateway();
    const asked = ask(gateway, secret, 'gpt-4o-mini');
    await expect(asked).rejects.toThrow(AuthenticationError);
    await expect(asked).rejects.toMatchObject({ code: 'invalid_api_key', status: 401 });
    await expect(asked).rejects.toThrow(why);
    await expect(listFor(gateway, secret)).rejects.toThrow(AuthenticationError);
    await ask(gateway, 'sk-alice', 'gpt-4o-mini');
    expect(await usageOf(gateway)).toHaveLength(1);
  });

  it('whose owner is missing is refused with 401, a code of its own and what is missing', async () => {
    await using gateway = await startGateway();
    const asked = ask(gateway, 'sk-orphaned', 'gpt-4o-mini');
    await expect(asked).rejects.toMatchObject({ code: 'key_owner_missing', status: 401 });
    await expect(asked).rejects.toThrow('the team "data" does not exist');
    await expect(listFor(gateway, 'sk-orphaned')).rejects.toThrow(AuthenticationError);
  });

  it('works until the very end of its grace, and its successor after it', async () => {
    await using gateway = await startGateway();
    await ask(gateway, 'sk-grace', 'gpt-4o-mini');
    await ask(gateway, 'sk-new', 'gpt-4o-mini');
  });

  it.each(['x-api-key', 'api-key'])('may come as %s', async (header) => {
    await using gateway = await startGateway();
    const response = await fetch(`${gateway.url}/v1/models`, { headers: { [header]: 'sk-alice' } });
    expect(response.status).toBe(200);
  });

  it.each([
    ['that did not come', {}, 'Send an API key: Authorization: Bearer <key>.'],
    ['that is not known', { authorization: 'Bearer sk-x' }, 'This API key is not known here.'],
  ])(
    '%s is told of by a 401 with a challenge, in OpenAI’s form',
    async (_what, headers, message) => {
      await using gateway = await startGateway();
      const response = await fetch(`${gateway.url}/v1/models`, { headers });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="aicp"');
      const error = {
        message,
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      };
      expect(await response.json()).toEqual({ error });
    },
  );
});

describe('the list of models', () => {
  it.each([
    ['sk-alice', ['best', 'fast', 'gpt-4o-mini', 'llama3:8b', 'openai/gpt-4o']],
    [
      'sk-globex',
      ['best', 'fast', 'gpt-4o-mini', 'llama3:8b', 'on-their-provider', 'openai/gpt-4o', 'private'],
    ],
    ['sk-alias', ['best', 'openai/gpt-4o']],
    ['sk-prefix', ['fast', 'gpt-4o-mini']],
    ['sk-grouped', ['fast']],
    ['sk-narrow', ['fast', 'gpt-4o-mini']],
    ['sk-none-there', []],
  ])('for %s is what it may use', async (secret, names) => {
    await using gateway = await startGateway();
    expect(await listFor(gateway, secret)).toEqual(names);
  });

  it('is the same as what is enforced, for every key and every name', async () => {
    await using gateway = await startGateway();
    const names = [...(fragments.models ?? []).flatMap((one) => [one.id, ...one.aliases]), 'fast'];
    for (const secret of [
      'sk-alice',
      'sk-globex',
      'sk-alias',
      'sk-prefix',
      'sk-grouped',
      'sk-narrow',
    ]) {
      const listed = new Set(await listFor(gateway, secret));
      for (const name of names) {
        const served = await ask(gateway, secret, name).then(
          () => true,
          () => false,
        );
        expect([secret, name, served]).toEqual([secret, name, listed.has(name)]);
        const one = await clientOf(gateway, secret)
          .models.retrieve(name)
          .then(
            (found) => found.id === name,
            () => false,
          );
        expect([secret, name, one]).toEqual([secret, name, listed.has(name)]);
      }
    }
  });

  it('shows one by an id with slashes, encoded or not', async () => {
    await using gateway = await startGateway();
    for (const path of ['openai/gpt-4o', 'openai%2Fgpt-4o', 'llama3%3A8b']) {
      const response = await fetch(`${gateway.url}/v1/models/${path}`, {
        headers: { authorization: 'Bearer sk-alice' },
      });
      expect(await response.json()).toEqual({
        id: decodeURIComponent(path),
        object: 'model',
        created: 1_760_000_000,
        owned_by: 'sim',
      });
    }
  });

  it('lacks what was revoked as soon as that is pushed', async () => {
    await using gateway = await startGateway();
    await gateway.operator.push({ ...fragments, keys: [key('alice', { blocked: true })] });
    await expect(listFor(gateway, 'sk-alice')).rejects.toThrow(AuthenticationError);
  });
});

describe('a model', () => {
  it('that the key may not use is 403, and recorded as refused', async () => {
    await using gateway = await startGateway();
    const asked = ask(gateway, 'sk-prefix', 'llama3:8b');
    await expect(asked).rejects.toThrow(PermissionDeniedError);
    await expect(asked).rejects.toMatchObject({ code: 'model_not_allowed', param: 'model' });
    expect((await usageOf(gateway))[0]).toMatchObject({
      key: 'prefix',
      model_asked: 'llama3:8b',
      model_served: null,
      completion: 'refused',
      status: 403,
      attempts: 0,
      input: 0,
      cost_nano_usd: 0,
    });
  });

  it.each([
    ['best', 'key'],
    ['llama3:8b', 'key, team ml'],
    ['gpt-4o-mini', undefined],
  ])('%s is refused a key by the lists that say so: %s', async (name, holders) => {
    await using gateway = await startGateway();
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-narrow', 'x-aicp-dry-run': 'true' },
      body: JSON.stringify({ model: name, messages: saying('hi') }),
    });
    const decision = (await response.json()) as { steps: object[]; code: string | null };
    const step =
      holders === undefined
        ? { stage: 'access', outcome: 'allowed' }
        : { stage: 'access', outcome: 'refused', detail: holders };
    expect(decision.steps).toContainEqual(step);
    expect(decision.code).toBe(holders === undefined ? null : 'model_not_allowed');
  });

  it('of another organization is not found, in the same words as one that does not exist', async () => {
    await using gateway = await startGateway();
    const textOf = async (name: string) =>
      await ask(gateway, 'sk-alice', name).then(
        () => '',
        (error: unknown) => {
          expect(error).toBeInstanceOf(NotFoundError);
          expect(error).toMatchObject({ code: 'model_not_found' });
          return (error as Error).message.replace(name, 'X');
        },
      );
    const unknown = await textOf('no-such-model');
    expect(await textOf('private')).toBe(unknown);
    expect(await textOf('on-their-provider')).toBe(unknown);
    expect(await textOf('orphan')).toBe(unknown);
  });

  it('is not served in maintenance', async () => {
    const features = { routingPolicies: true, costTracking: true, maintenanceMode: true };
    await using gateway = await startGateway({ settings: settings({ features }) });
    const asked = ask(gateway, 'sk-alice', 'gpt-4o-mini');
    const error: unknown = await asked.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InternalServerError);
    const { status, headers } = error as InternalServerError;
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
