import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { saying } from '../testing/clients.ts';
import {
  fallback,
  group,
  key,
  model,
  provider as providerFragment,
  rule,
  settings,
  simulated,
  strategy,
  type Fragments,
} from '../testing/fragments.ts';
import { startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { usageOf } from '../testing/journal-lines.ts';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';

const fragments: Fragments = {
  providers: [simulated('sim')],
  models: ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet'].map((id) => model(id, 'sim')),
  keys: [
    key('alice', { team: 'data-science', metadata: { environment: 'staging' } }),
    key('bob', { team: 'sales' }),
  ],
};

const ask = (
  gateway: TestGateway,
  options: { model: string; secret?: string; more?: object; headers?: Record<string, string> },
) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.secret ?? 'sk-alice'}`, ...options.headers },
    body: JSON.stringify({ model: options.model, messages: saying('hi'), ...options.more }),
  });

const servedBy = async (...asked: Parameters<typeof ask>) => {
  const response = await ask(...asked);
  await response.text();
  return response.headers.get('x-aicp-model');
};

/** What the gateway counts of requests and of its journal. */
async function metricsOf(gateway: TestGateway): Promise<string[]> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  return text.split('\n').filter((line) => /^aicp_(?:gateway|journal)_/.test(line));
}

describe('a routing policy', () => {
  it('that is pushed routes the next request', async () => {
    await using gateway = await startTestGateway({ fragments });
    expect(await servedBy(gateway, { model: 'gpt-4o-mini' })).toBe('gpt-4o-mini');

    const policy = rule('science', 'permit', ['gpt-4o', 'claude-sonnet'], {
      condition: 'team == data-science',
    });
    await gateway.operator.push({ ...fragments, policies: [policy] });

    const response = await ask(gateway, { model: 'gpt-4o-mini' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-aicp-model': 'gpt-4o',
      'x-aicp-routed-from': 'gpt-4o-mini',
      'x-aicp-policy': 'science',
    });
    expect(await servedBy(gateway, { model: 'claude-sonnet' })).toBe('claude-sonnet');
    expect(await servedBy(gateway, { model: 'gpt-4o-mini', secret: 'sk-bob' })).toBe('gpt-4o-mini');
    const records = await usageOf(gateway, 4);
    expect(records[1]).toMatchObject({ policy: 'science', model_asked: 'gpt-4o-mini' });
  });

  it('that leaves nothing is 403 and names itself', async () => {
    const policies = [rule('no-sales', 'deny', [], { condition: 'team == sales' })];
    await using gateway = await startTestGateway({ fragments: { ...fragments, policies } });
    const response = await ask(gateway, { model: 'gpt-4o', secret: 'sk-bob' });
    expect(response.status).toBe(403);
    expect(response.headers.get('x-aicp-policy')).toBe('no-sales');
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error).toMatchObject({ code: 'policy_denied' });
    expect(error.message).toContain('no-sales');
    expect((await usageOf(gateway))[0]).toMatchObject({ policy: 'no-sales', status: 403 });
  });

  it.each([
    ['environment == staging', {}, {}],
    ['environment == production', {}, {}, 'sk-bob'],
    ['user == u1', { user: 'u1' }, {}],
    ['metadata.project == apollo', { metadata: { project: 'apollo' } }, {}],
    ['project == apollo', {}, { 'x-aicp-metadata': '{"project":"apollo"}' }],
    ['header["x-team"] == red', {}, { 'X-Team': 'red' }],
    ['stream == true', { stream: true }, {}],
    ['tools == true', { tools: [{ type: 'function', function: { name: 'f' } }] }, {}],
    ['input_tokens >= 5 && input_tokens < 50', {}, {}],
    ['hour == 13 && weekday == sat', {}, {}],
  ])('may ask: %s', async (condition, more, headers, secret = 'sk-alice') => {
    const at = Date.UTC(2026, 10, 21, 12, 30);
    await using gateway = await startTestGateway({
      fragments: {
        ...fragments,
        settings: settings({ environment: 'production', timeZone: 'Europe/Berlin' }),
        policies: [rule('p', 'prefer', ['claude-sonnet'], { condition })],
      },
      clock: { ...systemClock, now: () => at },
    });
    expect(await servedBy(gateway, { model: 'gpt-4o', secret, more, headers })).toBe(
      'claude-sonnet',
    );
    const other = { model: 'gpt-4o', secret: secret === 'sk-bob' ? 'sk-alice' : 'sk-bob' };
    const always = condition.startsWith('hour') || condition.startsWith('input');
    expect(await servedBy(gateway, other)).toBe(always ? 'claude-sonnet' : 'gpt-4o');
  });

  it('can’t be talked out of what the key says', async () => {
    const policies = [rule('p', 'prefer', ['claude-sonnet'], { condition: 'environment == dev' })];
    await using gateway = await startTestGateway({ fragments: { ...fragments, policies } });
    const more = { metadata: { environment: 'dev' } };
    expect(await servedBy(gateway, { model: 'gpt-4o', more })).toBe('gpt-4o');
    expect(await servedBy(gateway, { model: 'gpt-4o', more, secret: 'sk-bob' })).toBe('gpt-4o');
  });

  it('is not applied where policies are switched off; groups stay', async () => {
    const features = { routingPolicies: false, costTracking: true, maintenanceMode: false };
    const policies = [
      rule('p', 'deny', []),
      fallback('f', 'gpt-4o', ['gpt-4o-mini']),
      group('fast', { 'gpt-4o-mini': 1 }),
    ];
    await using gateway = await startTestGateway({
      fragments: { ...fragments, policies, settings: settings({ features }) },
    });
    expect(await servedBy(gateway, { model: 'gpt-4o' })).toBe('gpt-4o');
    expect(await servedBy(gateway, { model: 'fast' })).toBe('gpt-4o-mini');
  });
});

describe('what a gateway has seen', () => {
  it('lets a policy take a model away that fails, and tells why', async () => {
    await using failing = await startScriptedProvider((response) => {
      response.writeHead(500).end();
    });
    const asked = {
      ...fragments,
      providers: [
        simulated('sim'),
        providerFragment('failing', { baseUrl: failing.url, maxRetries: 0 }),
      ],
      models: [model('a', 'failing', { fallbacks: ['b'] }), model('b', 'sim')],
      policies: [rule('breaker', 'deny', ['a'], { condition: 'candidate.error_rate > 0.5' })],
    };
    await using gateway = await startTestGateway({ fragments: asked });
    for (let count = 0; count < 3; count += 1) {
      expect(await servedBy(gateway, { model: 'a' })).toBe('b');
    }
    expect(failing.received).toHaveLength(1);
    const response = await ask(gateway, { model: 'a', headers: { 'x-aicp-dry-run': 'true' } });
    expect(((await response.json()) as DecisionRecord).steps).toContainEqual({
      stage: 'policies',
      outcome: 'deny',
      policy: 'breaker',
      detail: 'a: candidate.error_rate is 1',
    });
  });

  it('orders the members of a group, by latency an untried one before the others', async () => {
    const policies = [
      group('both', { 'gpt-4o': 1, 'gpt-4o-mini': 1 }),
      strategy('fast', 'latency-based-routing'),
    ];
    await using gateway = await startTestGateway({ fragments: { ...fragments, policies } });
    expect(await servedBy(gateway, { model: 'both' })).toBe('gpt-4o');
    expect(await servedBy(gateway, { model: 'both' })).toBe('gpt-4o-mini');
  });
});

describe('a dry run', () => {
  const dryRun = async (gateway: TestGateway, name: string, secret = 'sk-alice') => {
    const headers = { 'x-aicp-dry-run': 'true' };
    const response = await ask(gateway, { model: name, secret, headers });
    return { status: response.status, decision: (await response.json()) as DecisionRecord };
  };

  it('answers the decision, calls nobody and records nothing', async () => {
    const policies = [
      rule('science', 'permit', ['gpt-4o'], { condition: 'team == data-science' }),
      fallback('spare', 'gpt-4o', ['gpt-4o', 'claude-sonnet']),
      rule('no-claude', 'deny', ['claude-sonnet'], { condition: 'stream == false' }),
    ];
    await using gateway = await startTestGateway({ fragments: { ...fragments, policies } });
    const { status, decision } = await dryRun(gateway, 'gpt-4o-mini');
    expect(status).toBe(200);
    expect(decision).toMatchObject({
      object: 'aicp.decision',
      config_revision: '1.1',
      asked_model: 'gpt-4o-mini',
      attributes: { model: 'gpt-4o-mini', team: 'data-science', key: 'alice', stream: false },
      candidates: ['gpt-4o'],
      result: 'serve',
      model: 'gpt-4o',
      provider: 'sim',
      status: 200,
      code: null,
    });
    expect(decision.steps).toContainEqual({
      stage: 'policies',
      outcome: 'permit',
      policy: 'science',
    });
    expect(gateway.running.decisions.newest()).toEqual([]);
    await ask(gateway, { model: 'gpt-4o' });
    expect(await usageOf(gateway)).toHaveLength(1);
  });

  it('answers a denial with 200 too', async () => {
    const policies = [rule('never', 'deny', [])];
    await using gateway = await startTestGateway({ fragments: { ...fragments, policies } });
    const { status, decision } = await dryRun(gateway, 'gpt-4o');
    expect(status).toBe(200);
    expect(decision).toMatchObject({
      result: 'deny',
      status: 403,
      code: 'policy_denied',
      model: null,
      candidates: [],
    });
    expect((await dryRun(gateway, 'unknown')).decision).toMatchObject({
      result: 'fail',
      status: 404,
      code: 'model_not_found',
    });
  });

  it('needs a key like any other request', async () => {
    await using gateway = await startTestGateway({ fragments });
    expect((await dryRun(gateway, 'gpt-4o', 'sk-nobody')).status).toBe(401);
  });

  it('leaves nothing behind, whatever it is answered: no record, no count, no connection, no decision', async () => {
    await using provider = await startScriptedProvider(() => expect.unreachable());
    const policies = [rule('never', 'deny', ['claude-sonnet'])];
    const providers = [providerFragment('sim', { baseUrl: provider.url, credential: 'none' })];
    await using gateway = await startTestGateway({
      fragments: { ...fragments, providers, policies },
    });
    const before = await metricsOf(gateway);
    const answers = [
      await dryRun(gateway, 'gpt-4o'),
      await dryRun(gateway, 'claude-sonnet'),
      await dryRun(gateway, 'unknown'),
      await dryRun(gateway, 'gpt-4o', 'sk-nobody'),
      await dryRun(gateway, ''),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401, 400]);
    expect(await metricsOf(gateway)).toEqual(before);
    expect(gateway.running.decisions.newest()).toEqual([]);
    expect(provider.received).toEqual([]);
    await ask(gateway, { model: 'unknown' });
    expect(await usageOf(gateway)).toMatchObject([{ model_asked: 'unknown' }]);
  });
});
