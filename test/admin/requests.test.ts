import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { attemptOf, decisionOf, usageOf, verdictOf } from '@aicp/ledger/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerInstallation } from './ledger-installation.ts';

const PATH = '/api/v1/requests';
const HOUR_MS = 3_600_000;

interface Answered {
  readonly id: string;
  readonly [name: string]: unknown;
}

describe('requests', () => {
  let installation: LedgerInstallation;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    installation = await LedgerInstallation.start();
    const [member, loner] = [installation.person('member'), installation.person('loner')];
    // A little later than everybody's beginning, which Kubernetes notes by the second.
    const now = Date.now() + 2_500;
    const placed = (name: string, ago: number) => {
      const id = uuidV7(now - ago);
      ids.set(name, id);
      return { id, request_id: id, at: new Date(now - ago).toISOString() };
    };
    const own = { ...placed('own', 5), request_id: 'same-name' };
    const theirs = { ...placed('theirs', 3), request_id: 'same-name' };
    const web = placed('web', 4);
    await installation.ingest({
      decisions: [
        decisionOf({ ...placed('former', 2 * HOUR_MS), attributes: { organization: 'acme' } }),
        decisionOf({ ...own, attributes: { organization: 'acme', team: 'ml', key: member.name } }),
        decisionOf({
          ...{ ...web, result: 'deny', status: 403, code: 'model_not_allowed', model: null },
          ...{ provider: null, message: 'No.' },
          attributes: { organization: 'acme', team: 'web', key: 'k2', 'metadata.note': '=1+1' },
        }),
        decisionOf({ ...theirs, attributes: { organization: 'globex', key: member.name } }),
        decisionOf({ ...placed('loner', 2), attributes: { key: loner.name } }),
      ],
      usage: [
        usageOf({
          ...{ ...own, team: 'ml', key: member.name, cached_input: 4, reasoning: 2 },
          ...{ tags: { env: 'prod' }, cost_nano_usd: 1_500_000, first_token_ms: 4, attempts: 2 },
          guardrails: [verdictOf({ verdict: 'redacted' })],
          prompt: { id: 'tone', version: 3 },
        }),
        usageOf({ ...theirs, organization: 'globex', team: null, key: member.name }),
      ],
      attempts: [attemptOf({ usage_id: own.id, at: own.at })],
    });
  }, 90_000);
  afterAll(() => installation[Symbol.asyncDispose]());

  const nameOf = ({ id }: Answered) => [...ids].find(([, known]) => known === id)?.[0];
  const found = async (who: string, query = '') => {
    const { status, body } = await installation.ask<Answered[]>(who, `${PATH}?${query}`);
    return status === 200 ? body.map(nameOf) : status;
  };

  const SEEN: Record<string, readonly string[]> = {
    platform: ['loner', 'theirs', 'web', 'own', 'former'],
    acme: ['web', 'own'],
    viewer: ['web', 'own'],
    globex: ['theirs'],
    web: ['web'],
    member: ['own'],
    loner: ['loner'],
  };

  it('are told to each as far as they may know, in lists and one by one', async () => {
    for (const [who, expected] of Object.entries(SEEN)) {
      expect(await found(who), who).toEqual(expected);
      for (const [name, id] of ids) {
        const { status } = await installation.ask(who, `${PATH}/${id}`);
        expect(status, `${who} ${name}`).toBe(expected.includes(name) ? 200 : 404);
        const byId = await found(who, `q=${id}`);
        expect(byId, `${who} ${name}`).toEqual(expected.includes(name) ? [name] : []);
      }
    }
    expect(await found('nobodys')).toBe(403);
  });

  it('say what became of each, what it used and what it cost', async () => {
    const { body } = await installation.ask<Answered>('acme', `${PATH}/same-name`);
    expect(body).toMatchObject({
      ...{ id: ids.get('own'), request_id: 'same-name', organization_id: 'acme', team_id: 'ml' },
      ...{ model_served: 'gpt-4o', provider: 'openai', result: 'serve', status: 200 },
      ...{ completion: 'complete', input_tokens: 14, cached_input_tokens: 4, output_tokens: 7 },
      ...{ reasoning_tokens: 2, cost_usd: 0.0015, latency_ms: 12.5, first_token_ms: 4 },
      ...{ attempts: 2, tags: { env: 'prod' }, has_decision: true },
      prompt: { id: 'tone', version: 3 },
      steps: [{ stage: 'policies', policy: 'p1' }],
      guardrails: [{ guardrail: 'no-cards', stage: 'input', verdict: 'redacted', findings: [] }],
      attempts_made: [{ provider: 'openai', outcome: 'answered', latency_ms: 12.5, reason: null }],
    });
    const denied = await installation.ask<Answered>('acme', `${PATH}/${ids.get('web')!}`);
    expect(denied.body).toMatchObject({
      ...{ result: 'deny', status: 403, code: 'model_not_allowed', message: 'No.', cost_usd: null },
      ...{ prompt: null, completion: null, policy: 'p1', attempts: 0, attempts_made: [] },
    });
  });

  it('are narrowed, and never widened, by what is asked for', async () => {
    expect(await found('acme', 'status=4xx')).toEqual(['web']);
    expect(await found('acme', 'status=403&result=deny')).toEqual(['web']);
    expect(await found('acme', 'tag=env%3Dprod')).toEqual(['own']);
    expect(await found('globex', 'tag=env%3Dprod')).toEqual([]);
    expect(await found('acme', 'guardrail=no-cards&verdict=redacted')).toEqual(['own']);
    expect(await found('globex', 'guardrail=no-cards')).toEqual([]);
    expect(await found('acme', 'prompt=tone')).toEqual(['own']);
    expect(await found('acme', 'prompt=tone&prompt_version=3')).toEqual(['own']);
    expect(await found('acme', 'prompt=tone&prompt_version=2')).toEqual([]);
    expect(await found('globex', 'prompt=tone')).toEqual([]);
    expect(await found('globex', 'organization=acme')).toEqual([]);
    expect(await found('web', 'team=ml')).toEqual([]);
    expect(await found('acme', 'q=same-nam')).toEqual(['own']);
    expect(await found('acme', `until=${new Date(Date.now() - HOUR_MS).toISOString()}`)).toEqual(
      [],
    );
    const wrong = [
      ...['status=9xx', 'tag=none', 'cursor=x', 'result=maybe', 'verdict=maybe'],
      ...['prompt_version=3', 'prompt=tone&prompt_version=latest', 'prompt=tone&prompt_version=-1'],
    ];
    for (const query of wrong) {
      expect(await found('acme', query), query).toBe(422);
    }
  });

  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

  it('come page by page', async () => {
    const names: unknown[] = [];
    let path: string | undefined = `${PATH}?limit=2`;
    while (path !== undefined) {
      const answer: Awaited<ReturnType<LedgerInstallation['ask']>> = await installation.ask(
        'platform',
        path,
      );
      names.push(...(answer.body as Answered[]).map(nameOf));
      path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(names).toEqual(SEEN['platform']);
  });

  interface Overview {
    readonly times_of: string;
    readonly step_seconds: number;
    readonly points: readonly Record<string, unknown>[];
  }
  const overview = async (who: string, query = '') =>
    await installation.ask<Overview>(who, `/api/v1/metrics/overview?${query}`);

  it('are told over a time, each to whom they are of, without steps of nothing', async () => {
    await installation.aicp.until(async () => (await overview('acme')).body.points.length > 0);
    const { body } = await overview('acme');
    expect(body).toMatchObject({ times_of: 'requests', step_seconds: 30 });
    expect(body.points).toEqual([
      expect.objectContaining({
        ...{ group: null, requests: 1, errors: 0, input_tokens: 14, output_tokens: 7 },
        ...{ spend_usd: 0.0015, first_token_p95_ms: expect.closeTo(4, 0) as number },
      }),
    ]);
    const all = await overview('platform', 'group_by=team');
    const requests = all.body.points.map(({ group, requests: count }) => [group, count]);
    expect(requests.toSorted()).toEqual([
      ['', 1],
      ['ml', 1],
    ]);
    expect((await overview('web')).body.points).toEqual([]);
    expect((await overview('acme', 'organization_id=globex')).status).toBe(404);
    expect((await overview('nobodys')).status).toBe(403);
    expect((await overview('acme', 'since=2020-01-01')).status).toBe(422);
    const quarter = await overview('platform', `since=${ago(90 * 24)}`);
    expect(quarter.body).toMatchObject({ step_seconds: 43_200 });
  });
});
