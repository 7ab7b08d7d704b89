import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';
import { onceHandedOut } from './once-handed-out.ts';

interface Report {
  readonly id: string;
  readonly organization_id: string | null;
  readonly status: string;
  readonly total_cost: number;
  readonly detail?: string;
  readonly rules: readonly { readonly id: string; readonly generation: number }[];
}

const REPORTS = '/api/v1/chargeback/reports';

describe('chargeback', () => {
  let aicp: AdminInstallation;

  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    for (const name of ['acme', 'globex']) await aicp.put('Organization', name, {});
    await aicp.put('Team', 'ml', { organizationId: 'acme' });
  }, 90_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const generated = (client: AdminClient, body: object) =>
    onceHandedOut(aicp, () => client.call<Report>('POST', `${REPORTS}/generate`, { body }));

  it('goes by rules as they stand, and by none that is in conflict', async () => {
    const admin = await aicp.signIn();
    const rule = (name: string, percent: number) => ({
      name,
      organization_id: 'acme',
      team_id: 'ml',
      allocation_type: 'cost_center',
      allocation_target: 'CC-1',
      allocation_percent: percent,
    });
    const body = { period: '2026-02', organization_id: 'acme' };
    await admin.call('POST', '/api/v1/cost-allocation/rules', { body: rule('First', 60) });
    const made = await generated(admin, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.headers.get('location')).toBe(`${REPORTS}/${made.body.id}`);
    expect(made.body).toMatchObject({ status: 'draft', rules: [{ id: 'first', generation: 1 }] });
    await admin.call('POST', '/api/v1/cost-allocation/rules', { body: rule('Second', 41) });
    const refused = await generated(admin, body);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('"second" (with its 41 %, more than 100 %');
    const everybody = { period: '2026-02' };
    expect(await admin.call('POST', `${REPORTS}/generate`, { body: everybody })).toMatchObject({
      status: 201,
      body: { rules: [], rules_not_in_force: [{ id: 'second', organization_id: 'acme' }] },
    });
    // What others write is in nobody's way.
    const other = { period: '2026-02', organization_id: 'globex' };
    expect((await admin.call('POST', `${REPORTS}/generate`, { body: other })).status).toBe(201);
  });

  it('says what is wrong with a period, and what a parameter of an export goes with', async () => {
    const admin = await aicp.signIn();
    const generate = async (body: object) =>
      (await admin.call<Report & { errors: object }>('POST', `${REPORTS}/generate`, { body })).body;
    expect((await generate({ period: 202_611 })).errors).toEqual([
      { path: 'period', message: 'must be a month as text, such as "2026-02"' },
    ]);
    for (const body of [
      {},
      { period_start: '2026-02-01' },
      { period: '2026-02', period_end: '2026-02-01' },
    ]) {
      expect((await generate(body)).detail).toContain('must have either a period');
    }
    const { id } = await generate({ period: '2025-12', organization_id: 'globex' });
    const file = async (query: string) =>
      (await admin.call<Report>('GET', `${REPORTS}/${id}/export?${query}`)).status;
    expect(await file('format=csv&focus_version=1.2')).toBe(422);
    expect(await file('format=focus&focus_version=1.2')).toBe(200);
    await admin.call('DELETE', `${REPORTS}/${id}`);
  });

  it('is of one organization, as far as another one’s people can tell', async () => {
    const admin = await aicp.signIn();
    await admin.call('DELETE', '/api/v1/cost-allocation/rules/second');
    const acme = (await aicp.somebody('org_admin', { organizationId: 'acme' })).client;
    const globex = (await aicp.somebody('org_admin', { organizationId: 'globex' })).client;
    const viewer = (await aicp.somebody('viewer', { organizationId: 'acme' })).client;
    const body = { period: '2026-01' };
    const { id } = (await generated(acme, body)).body;
    for (const [method, path] of [
      ['GET', id],
      ['DELETE', id],
      ['POST', `${id}/finalize`],
      ['GET', `${id}/export`],
    ] as const) {
      expect((await globex.call(method, `${REPORTS}/${path}`)).status, path).toBe(404);
    }
    const named = { ...body, organization_id: 'acme' };
    expect((await globex.call('POST', `${REPORTS}/generate`, { body: named })).status).toBe(404);
    expect((await viewer.call('GET', `${REPORTS}/${id}`)).status).toBe(200);
    expect((await viewer.call('POST', `${REPORTS}/${id}/finalize`)).status).toBe(403);

    const done = await acme.call<Report>('POST', `${REPORTS}/${id}/finalize`);
    expect(done.body).toMatchObject({ status: 'finalized' });
    const file = await acme.call('GET', `${REPORTS}/${id}/export?format=focus&focus_version=1.2`);
    expect(file.status).toBe(200);
    expect((await acme.call<Report>('GET', `${REPORTS}/${id}`)).body.status).toBe('exported');
    const list = `${REPORTS}?q=chargeback%202026-01&sort=-total_cost`;
    const { body: listed, headers } = await acme.call<Report[]>('GET', list);
    expect(listed).toEqual([(await acme.call('GET', `${REPORTS}/${id}`)).body]);
    expect(headers.get('x-total-count')).toBe('1');
    expect((await acme.call('GET', `${REPORTS}?sort=line_items`)).status).toBe(422);
    const theirs = (await globex.call<Report[]>('GET', REPORTS)).body;
    expect(theirs.map(({ organization_id: owner }) => owner)).toEqual(['globex']);
    expect((await acme.call('DELETE', `${REPORTS}/${id}`)).status).toBe(409);
  });
});
