import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { usageOf } from '@aicp/ledger/testing/records';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerInstallation } from './ledger-installation.ts';

const DAY_MS = 86_400_000;

/** A request of now, of so many USD: Kubernetes notes by the second when organizations were made. */
function used(who: Record<string, string>, usd: number) {
  const atMs = Date.now() + 1_500;
  return usageOf({
    ...{ id: uuidV7(atMs), at: new Date(atMs).toISOString(), team: null, ...who },
    ...{ model_served: 'fast', provider: 'sim', cost_nano_usd: usd * 1e9 },
    ...{ input: 7, cached_input: 2, output: 5, reasoning: 1 },
  });
}

describe('usage and spend', () => {
  let installation: LedgerInstallation;
  let key: string;

  beforeAll(async () => {
    installation = await LedgerInstallation.start();
    key = installation.person('member').name;
    const usage = [
      used({ organization: 'acme', team: 'ml', key }, 3),
      used({ organization: 'acme', team: 'web', key: 'other' }, 1),
      used({ organization: 'globex', key: 'theirs' }, 0.5),
    ];
    await installation.ingest({ usage });
  }, 90_000);
  afterAll(() => installation[Symbol.asyncDispose]());

  const ask = async (who: string, path: string) => await installation.ask<never>(who, path);
  const cost = async (who: string, path: string) => {
    const { status, body } = await ask(who, path);
    return status === 200 ? (body as { cost: number }).cost : status;
  };

  it('are told to each as far as they may know', async () => {
    const seen = { platform: 4.5, acme: 4, globex: 0.5, web: 1, member: 3 };
    for (const [who, expected] of Object.entries(seen)) {
      expect(await cost(who, '/api/v1/reports/cost'), who).toBe(expected);
    }
    expect(await cost('globex', '/api/v1/reports/cost?organization_id=acme')).toBe(404);
    expect(await cost('web', '/api/v1/reports/cost?team_id=ml')).toBe(404);
  });

  it('of a key, a team and an organization are none of anybody else’s', async () => {
    const paths = {
      [`/api/v1/api-keys/${key}/usage`]: { platform: 3, acme: 3, member: 3, web: 404, globex: 404 },
      '/api/v1/teams/ml/usage': { platform: 3, acme: 3, member: 3, web: 404, globex: 404 },
      '/api/v1/organizations/acme/usage': { platform: 4, acme: 4, member: 3, web: 1, globex: 404 },
    };
    for (const [path, seen] of Object.entries(paths)) {
      for (const [who, expected] of Object.entries(seen)) {
        expect(await cost(who, path), `${who} ${path}`).toBe(expected);
      }
    }
  });

  it('are told of a budget in the answer to its creation', async () => {
    const entity = { entity_type: 'organization', entity_id: 'acme' };
    const made = async (who: string, more: object) =>
      await installation
        .person(who)
        .client.post('/api/v1/budgets', { name: 'All', monthly_limit: 10, ...more });
    expect(await made('acme', entity)).toMatchObject({
      status: 201,
      body: { current_spend: 4, remaining: 6, utilization: 0.4, status: 'ok' },
    });
    const team = { entity_type: 'team', entity_id: 'ml', monthly_limit: '3.5' };
    expect(await made('platform', team)).toMatchObject({
      status: 201,
      body: { current_spend: 3, remaining: 0.5, status: 'warning' },
    });
    const temporary_increase = { amount_usd: 1, expires_at: '2099-01-01T00:00:00Z' };
    const raised = { ...team, name: 'Raised', temporary_increase };
    expect(await made('platform', raised)).toMatchObject({
      status: 201,
      body: { current_spend: 3, remaining: 1.5, status: 'ok' },
    });
  });

  it('come in OpenAI’s shape, by team and model', async () => {
    const start = Math.floor(Date.now() / DAY_MS) * 86_400;
    const costs = `/v1/organization/costs?start_time=${start}&group_by=project_id,line_item`;
    expect((await ask('acme', costs)).body).toMatchObject({
      object: 'page',
      has_more: false,
      next_page: null,
    });
    const results = ((await ask('acme', costs)).body as { data: { results: object[] }[] }).data;
    expect(results[0]!.results.toSorted(byText)).toEqual([amount('ml', 3), amount('web', 1)]);
    const theirs = `${costs}&project_ids=ml`;
    const { data } = (await ask('globex', theirs)).body as { data: { results: object[] }[] };
    expect(data[0]!.results).toEqual([]);
    const usage = `/v1/organization/usage/completions?start_time=${start}&project_ids=ml`;
    const page = (await ask('acme', usage)).body as { data: { results: object[] }[] };
    expect(page.data[0]!.results).toMatchObject([
      { input_tokens: 9, input_cached_tokens: 2, output_tokens: 6, num_model_requests: 1 },
    ]);
  });

  it('are read with OpenAI’s own client, lists and errors included', async () => {
    const { client: acme } = installation.person('acme');
    const client = new OpenAI({
      adminAPIKey: acme.token ?? '',
      baseURL: `${acme.url}/v1`,
      maxRetries: 0,
    });
    const { usage } = client.admin.organization;
    const start_time = Math.floor(Date.now() / DAY_MS) * 86_400;
    const costs = await usage.costs({
      ...{ start_time, group_by: ['project_id', 'user_id'], project_ids: ['ml', 'none'] },
      line_items: ['fast'],
    });
    expect(costs.data[0]!.results).toMatchObject([{ project_id: 'ml', amount: { value: 3 } }]);
    const group_by = ['model', 'batch'] as ('model' | 'batch')[];
    const asked = { start_time, group_by, bucket_width: '1h' as const };
    const used = await usage.completions({ ...asked, batch: false });
    const results = used.data.flatMap((bucket) => bucket.results);
    expect(results).toMatchObject([{ model: 'fast', batch: false, num_model_requests: 2 }]);
    const batches = await usage.completions({ ...asked, batch: true });
    expect(batches.data.flatMap((bucket) => bucket.results)).toEqual([]);
    const unknown = [
      [{ bucket_width: '1m' }, 'bucket_width', 'usage is added up by quarter-hours'],
      [{ group_by: ['service_tier'] }, 'group_by.0', 'which tier served a request is not kept'],
      [{ start_time: undefined }, 'start_time', 'start_time is required'],
    ] as const;
    for (const [more, param, message] of unknown) {
      await expect(usage.completions({ ...asked, ...more } as never)).rejects.toMatchObject({
        ...{ status: 422, type: 'invalid_request_error', param },
        message: expect.stringContaining(message) as string,
      });
    }
    const stranger = client.withOptions({ adminAPIKey: 'x' }).admin.organization.usage;
    const refused = { status: 401, code: 'invalid_api_key' };
    await expect(stranger.costs({ start_time })).rejects.toMatchObject(refused);
  });

  const amount = (project: string, value: number) => ({
    object: 'organization.costs.result',
    amount: { value, currency: 'usd' },
    line_item: 'fast',
    project_id: project,
    api_key_id: null,
    user_id: null,
  });
});

const byText = (a: object, b: object): number => (JSON.stringify(a) > JSON.stringify(b) ? -1 : 1);
