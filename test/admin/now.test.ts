import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { decisionOf, usageOf } from '@aicp/ledger/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminAnswer } from './clients.ts';
import { LedgerInstallation } from './ledger-installation.ts';

const PATH = '/api/v1/metrics/realtime';

interface Realtime {
  readonly requests_per_minute: number;
  readonly error_rate: number | null;
  readonly active_requests: number | null;
  readonly spend_today_usd: number;
  readonly p50_ms: number | null;
  readonly by_model: readonly {
    readonly model: string | null;
    readonly requests_per_minute: number;
  }[];
  readonly points: readonly { readonly at: string; readonly requests_per_minute: number }[];
}

describe('what happens now', () => {
  let installation: LedgerInstallation;
  /** When the requests came that are told of. */
  let atMs: number;

  beforeAll(async () => {
    installation = await LedgerInstallation.start();
    const { name: key } = installation.person('member');
    // Kubernetes notes by the second when organizations were made.
    atMs = Date.now() + 1_500;
    const used = (who: Record<string, string>, changes: object = {}) =>
      usageOf({
        ...{ id: uuidV7(atMs), at: new Date(atMs).toISOString(), team: null, ...who },
        ...{ model_served: 'fast', provider: 'sim', cost_nano_usd: 500_000_000, latency_ms: 200 },
        ...changes,
      });
    await installation.ingest({
      ...{ sent_at: new Date().toISOString(), in_flight: 7 },
      usage: [
        used({ organization: 'acme', team: 'ml', key }),
        used({ organization: 'acme', team: 'ml', key }, { status: 403, completion: 'refused' }),
        used(
          { organization: 'acme', team: 'web', key: 'other' },
          { status: 502, completion: 'provider_failed' },
        ),
        used({ organization: 'globex', key: 'theirs' }, { model_served: 'slow', latency_ms: 900 }),
      ],
    });
  }, 90_000);
  afterAll(() => installation[Symbol.asyncDispose]());

  const read = async (who: string, query = '') =>
    await installation.ask<Realtime>(who, `${PATH}${query}`);
  /** Once the seconds in which the requests came are over. */
  const settled = async (who: string, query = '') => {
    await expect
      .poll(async () => (await read(who, query)).body.requests_per_minute, { timeout: 20_000 })
      .toBeGreaterThan(0);
    return (await read(who, query)).body;
  };

  it('is told to each as far as they may know, in ten seconds', async () => {
    expect(await settled('platform')).toMatchObject({
      ...{ requests_per_minute: 4, error_rate: 0.25, active_requests: 7, spend_today_usd: 2 },
    });
    expect(Date.now() - atMs).toBeLessThan(11_000);
    const acme = await settled('acme');
    expect(acme).toMatchObject({
      ...{ requests_per_minute: 3, active_requests: null, spend_today_usd: 1.5 },
    });
    expect(acme.by_model.map(({ model }) => model)).toEqual(['fast']);
    expect(Math.abs((acme.p50_ms ?? 0) - 200)).toBeLessThan(6);
    expect(await settled('web')).toMatchObject({ requests_per_minute: 1, error_rate: 1 });
    expect(await settled('member')).toMatchObject({ requests_per_minute: 2, error_rate: 0 });
    expect((await read('loner')).body).toMatchObject({ requests_per_minute: 0, error_rate: null });
    expect((await read('nobodys')).status).toBe(403);
    expect((await read('member', '?organization_id=globex')).status).toBe(404);
    expect(await settled('platform', '?organization_id=globex')).toMatchObject({
      ...{ requests_per_minute: 1, active_requests: null },
    });
  });

  it('spends to the cent what the reports say', async () => {
    for (const who of ['platform', 'acme', 'globex', 'web', 'member']) {
      const { body } = await installation.ask<{ cost_today: number }>(
        who,
        '/api/v1/reports/summary',
      );
      expect((await settled(who)).spend_today_usd, who).toBe(body.cost_today);
    }
  });

  it('has a point for each ten seconds, of which one holds the requests', async () => {
    await expect
      .poll(
        async () => {
          const { points } = (await read('platform')).body;
          return points.reduce((sum, point) => sum + point.requests_per_minute / 6, 0);
        },
        { timeout: 20_000 },
      )
      .toBeCloseTo(4);
    await expect
      .poll(async () => (await read('platform')).body.points.length, { timeout: 30_000 })
      .toBe(360);
  }, 60_000);

  it('is streamed, and goes on behind the last event that the client had', async () => {
    const first = await eventsOf('acme');
    expect(first.type).toContain('text/event-stream');
    const metrics = first.events.find(({ event }) => event === 'metrics')!;
    const told = JSON.parse(metrics.data) as Realtime;
    expect(told.points.length).toBeGreaterThan(0);
    expect(metrics.id).toBe(String(Date.parse(told.points.at(-1)!.at)));
    const again = await eventsOf('acme', metrics.id);
    const next = JSON.parse(
      again.events.find(({ event }) => event === 'metrics')!.data,
    ) as Realtime;
    expect(next.points.length).toBeLessThanOrEqual(2);
  });

  it('is streamed to a caller five times at once, and no more', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, () => streamOf('web')));
    expect(open.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const { response } = await streamOf('web');
    expect(response.status).toBe(429);
    for (const { close } of open) close();
    await expect
      .poll(async () => {
        const { response: again, close } = await streamOf('web');
        close();
        return again.status;
      })
      .toBe(200);
  });

  async function streamOf(who: string, after?: string) {
    const ending = new AbortController();
    const { url, token = '' } = installation.person(who).client;
    const response = await fetch(`${url}/api/v1/metrics/stream`, {
      signal: ending.signal,
      headers: {
        authorization: `Bearer ${token}`,
        ...(after === undefined ? {} : { 'last-event-id': after }),
      },
    });
    return { response, close: () => ending.abort() };
  }

  async function eventsOf(who: string, after?: string) {
    const { response, close } = await streamOf(who, after);
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('data: ') && text.endsWith('\n\n')) break;
    }
    close();
    const events = text.split('\n\n').map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      return { id: field('id'), event: field('event'), data: field('data') };
    });
    return { type: response.headers.get('content-type'), events };
  }
});

describe('simulate', () => {
  let installation: LedgerInstallation;

  beforeAll(async () => {
    installation = await LedgerInstallation.start();
    const { aicp } = installation;
    await aicp.put('Provider', 'sim', { type: 'simulated' });
    const price = (usd: number) => ({ inputPricePerMillion: usd, outputPricePerMillion: usd });
    for (const [id, usd] of Object.entries({ fast: 1, slow: 3 })) {
      await aicp.put('Model', id, { modelId: id, provider: 'sim', ...price(usd) });
    }
    const { name: key } = installation.person('member');
    const now = Date.now() + 1_500;
    const facts = [
      { organization: 'acme', team: 'ml', key },
      { organization: 'acme', team: 'web', key: 'gone' },
      { organization: 'globex', key: installation.person('globex').name },
    ].map((who, index) => {
      const at = now + index;
      const same = { id: uuidV7(at), at: new Date(at).toISOString(), request_id: `r${index}` };
      const decision = decisionOf({
        ...same,
        attributes: { ...who, model: 'fast', provider: 'sim', stream: false, tools: false },
        ...{ asked_model: 'fast', candidates: ['fast'], model: 'fast', provider: 'sim' },
        candidate_facts: [{ model: 'fast', name: 'fast', provider: 'sim', p95_ms: 800 }],
        replay: { input_tokens: 5, metadata: { project: 'x' }, money: { all: 5, is_known: true } },
      });
      return {
        decision,
        usage: usageOf({ ...same, ...who, model_served: 'fast', input: 1_000_000, output: 0 }),
      };
    });
    // Of a tool, on which routing policies do not act.
    const attributes = { organization: 'acme', key, call: 'tool' };
    const called = decisionOf({ id: uuidV7(now), at: new Date(now).toISOString(), attributes });
    await installation.ingest({
      decisions: [called, ...facts.map(({ decision }) => decision)],
      usage: facts.map(({ usage }) => usage),
    });
  }, 90_000);
  afterAll(() => installation[Symbol.asyncDispose]());

  const simulate = async (
    who: string,
    policy: object,
    more: object = {},
  ): Promise<AdminAnswer<Simulated>> =>
    await installation
      .person(who)
      .client.post<Simulated>('/api/v1/routing-policies/simulate', { policy, ...more });

  const prefer = {
    name: 'slow',
    action: 'prefer',
    target_models: ['slow'],
    condition: 'metadata.project == x',
  };

  it('says what a policy would have changed, of the own requests alone', async () => {
    await expect
      .poll(async () => (await simulate('platform', prefer)).body.changed, { timeout: 20_000 })
      .toBe(2);
    const all = (await simulate('platform', prefer)).body;
    expect(all).toMatchObject({
      ...{ total: 3, changed: 2, moved: 2, newly_denied: 0, drifted: 0, cut_at: null },
      not_replayable: { total: 1, key_gone: 1, not_recorded: 0 },
      moves: [{ from: 'fast', to: 'slow', count: 2 }],
      cost: { requests: 2, unknown_requests: 0, before_usd: 2, after_usd: 6, difference_usd: 4 },
    });
    expect(all.samples.map(({ request_id: id }) => id).sort()).toEqual(['r0', 'r2']);
    const acme = (await simulate('acme', prefer)).body;
    expect(acme).toMatchObject({ total: 2, changed: 1 });
    expect(acme.teams.find(({ team_id: team }) => team === 'ml')).toMatchObject({ changed: 1 });
  });

  it('says who would be denied, and by what was recorded of candidates', async () => {
    const deny = { name: 'd', action: 'deny', condition: 'candidate.p95_ms > 700' };
    expect((await simulate('globex', deny)).body).toMatchObject({
      ...{ total: 1, changed: 1, newly_denied: 1 },
      cost: { before_usd: 1, after_usd: 0 },
    });
    const header = { name: 'd', action: 'deny', condition: 'header.x-team == a' };
    expect((await simulate('globex', header)).body).toMatchObject({
      ...{
        changed: 0,
        not_replayable: { not_recorded: 1, attributes: [{ attribute: 'header.x-team' }] },
      },
    });
  });

  it('refuses what a write refuses, and who may not write', async () => {
    const bad = await simulate('platform', { name: 'x', action: 'deny', condition: 'team = a' });
    expect(bad.body).toMatchObject({ status: 422, errors: [{ path: 'policy.condition' }] });
    for (const who of ['viewer', 'member']) expect((await simulate(who, prefer)).status).toBe(403);
    const old = await simulate('platform', prefer, { since: '2020-01-01' });
    expect(old.body).toMatchObject({ errors: [{ message: 'must be 30 days ago at most' }] });
    const empty = await simulate('platform', {});
    expect(empty.body).toMatchObject({ errors: [{ path: 'policy' }, { path: 'policy.name' }] });
    expect((await simulate('acme', prefer, { organization_id: 'globex' })).status).toBe(404);
    expect((await simulate('platform', { id: 'nowhere', priority: 1 })).status).toBe(404);
  });

  it('changes a policy that there is, or takes it away', async () => {
    await installation.aicp.put('RoutingPolicy', 'all', {
      action: 'deny',
      condition: 'team == ml',
    });
    const taken = { id: 'all', remove: true };
    await expect
      .poll(async () => (await simulate('platform', taken)).body.newly_served, { timeout: 20_000 })
      .toBe(1);
    const edited = { id: 'all', condition: 'organization == globex' };
    expect((await simulate('platform', edited)).body).toMatchObject({
      ...{ newly_served: 1, newly_denied: 1, policy_id: 'all' },
    });
    expect((await simulate('acme', taken)).status).toBeGreaterThanOrEqual(403);
  });

  it('tells nobody by a decision what is kept for replays', async () => {
    const { body } = await installation.ask<object[]>('platform', '/api/v1/decisions');
    expect(body).toHaveLength(4);
    for (const one of body) expect(one).not.toHaveProperty('replay');
    expect(body.filter((one) => 'candidate_facts' in one)).toHaveLength(3);
  });
});

interface Simulated {
  readonly changed: number;
  readonly newly_served: number;
  readonly samples: readonly { readonly request_id: string }[];
  readonly teams: readonly { readonly team_id: string | null }[];
}
