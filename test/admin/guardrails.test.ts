import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import { usageOf, verdictOf } from '@aicp/ledger/testing/records';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LedgerInstallation } from './ledger-installation.ts';

const HOUR_MS = 3_600_000;
const PATH = '/api/v1/guardrails';

interface Told {
  readonly facts_since: string | null;
  readonly requests: number;
  readonly acted: Readonly<Record<GuardrailVerdict['verdict'], number>>;
  readonly points: readonly unknown[];
  readonly would_block: number;
  readonly by_team: readonly { readonly organization_id: string; readonly team_id: string }[];
}

describe('what guardrails said', () => {
  let installation: LedgerInstallation;
  /** Requests of acme's that came before it was there, or after. */
  const former = Date.now() - 5 * HOUR_MS;

  beforeAll(async () => {
    installation = await LedgerInstallation.start();
    await installation.aicp.put('Guardrail', 'everybodys', { blockedKeywords: ['x'] });
    for (const organizationId of ['acme', 'globex']) {
      const spec = { blockedKeywords: ['x'], organizationId };
      await installation.aicp.put('Guardrail', `of-${organizationId}`, spec);
    }
    // An organization's own begins with the second after it was made.
    const begin = Date.now() + 1_000;
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(begin), { timeout: 5_000 });
    const at = Date.now();
    const findings = [{ label: 'BLOCKED_KEYWORD', action: 'block' as const, count: 3 }];
    const of = (guardrail: string, more: Partial<GuardrailVerdict> = {}) => [
      verdictOf({ guardrail, verdict: 'blocked', findings, ...more }),
    ];
    const record = (
      organization: string,
      team: string | null,
      guardrails: GuardrailVerdict[],
      ms = at,
    ) =>
      usageOf({ id: uuidV7(ms), at: new Date(ms).toISOString(), organization, team, guardrails });
    const watched = { is_monitor: true };
    await installation.ingest({
      usage: [
        record('acme', 'ml', of('everybodys')),
        record('acme', 'web', of('everybodys', watched)),
        record('acme', 'web', of('of-acme')),
        record('acme', 'ml', of('everybodys'), former),
        record('globex', null, of('everybodys')),
        record('globex', null, of('everybodys')),
        record('globex', 'theirs', of('everybodys', watched)),
        record('globex', null, of('of-globex')),
      ],
    });
  }, 90_000);
  afterAll(() => installation[Symbol.asyncDispose]());

  const stats = async (who: string, id: string, query = '') =>
    await installation.ask<Told>(who, `${PATH}/${id}/stats?${query}`);
  const simulate = async (who: string, id: string, body: object = {}) =>
    await installation.person(who).client.post<Told>(`${PATH}/${id}/simulate`, body);

  it('is told to each as far as they may know, also of a guardrail of the platform', async () => {
    const seen = async (who: string, id: string) => {
      const { status, body } = await stats(who, id);
      return status === 200 ? [body.requests, body.acted.blocked] : status;
    };
    expect(await seen('platform', 'everybodys')).toEqual([6, 4]);
    expect(await seen('acme', 'everybodys')).toEqual([2, 1]);
    expect(await seen('viewer', 'everybodys')).toEqual([2, 1]);
    expect(await seen('web', 'everybodys')).toEqual([1, 0]);
    expect(await seen('globex', 'everybodys')).toEqual([3, 2]);
    expect(await seen('acme', 'of-acme')).toEqual([1, 1]);
    expect(await seen('web', 'of-acme')).toEqual([1, 1]);
    expect(await seen('ml', 'of-acme')).toEqual([0, 0]);
    expect(await seen('ml', 'everybodys')).toEqual([1, 1]);
    expect(await seen('globex', 'of-acme')).toBe(404);
    expect(await seen('acme', 'of-globex')).toBe(404);
    expect(await seen('member', 'everybodys')).toBe(403);
    expect(await seen('acme', 'none')).toBe(404);
  });

  it('names no team of another organization, nor when it had its first request', async () => {
    const { body } = await simulate('acme', 'everybodys');
    expect(body).toMatchObject({
      ...{ requests: 1, would_block: 1, would_block_share: 1, would_redact: 0 },
      by_label: [{ label: 'BLOCKED_KEYWORD', requests: 1, count: 3 }],
      by_team: [{ organization_id: 'acme', team_id: 'web', requests: 1, would_block: 1 }],
    });
    const ofMl = (await simulate('ml', 'everybodys')).body;
    expect(ofMl).toMatchObject({ requests: 0, by_team: [] });
    const all = await simulate('platform', 'everybodys');
    expect(all.body.by_team.map(({ team_id: team }) => team).sort()).toEqual(['theirs', 'web']);
    const hour = (ms: number) => new Date(Math.floor(ms / HOUR_MS) * HOUR_MS).toISOString();
    expect(all.body.facts_since).toBe(hour(former));
    expect(Date.parse(body.facts_since ?? '')).toBeGreaterThan(former + HOUR_MS);
    expect((await simulate('globex', 'of-acme')).status).toBe(404);
  });

  it('is told of times that make sense, and by hours or days', async () => {
    const { body } = await stats('platform', 'everybodys');
    expect(body).toMatchObject({ guardrail_id: 'everybodys', step_seconds: 3_600 });
    expect(body.points).toHaveLength(2);
    const since = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS).toISOString();
    const month = await stats('platform', 'everybodys', `since=${since(30)}`);
    expect(month.body).toMatchObject({ step_seconds: 86_400 });
    const future = new Date(Date.now() + HOUR_MS).toISOString();
    for (const query of ['since=soon', `since=${future}`, `since=${since(400)}`]) {
      expect((await stats('platform', 'everybodys', query)).status, query).toBe(422);
    }
    expect((await simulate('platform', 'everybodys', { since: since(400) })).status).toBe(422);
    expect((await simulate('platform', 'everybodys', { text: 'x' })).status).toBe(422);
  });

  it('looks at a text for whoever may read it', async () => {
    const test = async (who: string, id: string, body: object) =>
      await installation.person(who).client.post(`${PATH}/${id}/test`, body);
    const told = await test('viewer', 'everybodys', { text: 'x marks the spot' });
    expect(told.body).toMatchObject({ verdict: 'blocked', is_monitor: false });
    expect((await test('member', 'everybodys', { text: 'x' })).status).toBe(403);
    expect((await test('globex', 'of-acme', { text: 'x' })).status).toBe(404);
    expect((await test('acme', 'of-acme', { text: 'x'.repeat(65_537) })).status).toBe(422);
  });
});
