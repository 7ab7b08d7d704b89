import type { Principal } from '@aicp/api-kit/access/principal';
import { testEngines } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, problem, somebody } from '../../resources/testing/resource-fixture.ts';
import { EXPORT_FORMATS, FORMATS } from '../exports/export-formats.ts';
import { CENT, ChargebackFixture, FEBRUARY, ruleOf } from '../testing/chargeback-fixture.ts';
import { reportOf } from './report-view.ts';

const [pglite] = testEngines();

describe('chargeback reports', () => {
  let fixture: ChargebackFixture;

  beforeAll(async () => {
    fixture = await ChargebackFixture.start(pglite!);
  }, 60_000);
  afterAll(() => fixture.stop());
  beforeEach(() => fixture.reset());

  it('book a month in the time zone of the settings, by the rules', async () => {
    const report = await fixture.answered();
    expect(report).toMatchObject({
      name: 'Chargeback 2026-02',
      organization_id: 'acme',
      period_start: '2026-01-31T23:00:00.000Z',
      period_end: '2026-02-28T23:00:00.000Z',
      time_zone: 'Europe/Berlin',
      status: 'draft',
      total_cost: 10,
      allocated_cost: 10,
      unallocated_cost: 0,
      total_cost_exact: '10.000000001',
      price_versions: ['p1', 'p2'],
    });
    const booked = report.line_items.map((item) => [item.team_id, item.rule_id, item.cost_exact]);
    expect(booked).toEqual([
      ['ml', 'ml', '6'],
      ['ml', 'rest', '4'],
      ['web', 'rest', '0.000000001'],
    ]);
    expect(report.line_items.reduce((sum, { cost }) => sum + cost * 100, 0)).toBe(1000);
  });

  it('of the fixture.platform know everybody’s spend, and of an organization its own', async () => {
    const all = await fixture.answered(fixture.platform);
    expect([all.organization_id, all.total_cost, all.unallocated_cost]).toEqual([null, 15, 5]);
    const one = await fixture.answered(fixture.platform, {
      ...FEBRUARY,
      organization_id: 'globex',
    });
    expect([one.organization_id, one.total_cost]).toEqual(['globex', 5]);
    const foreign = fixture.generate(fixture.acme, { ...FEBRUARY, organization_id: 'globex' });
    expect(await problem(foreign)).toMatchObject({ status: 404 });
  });

  it('leave unallocated what an organization spent whose rules are in conflict, and say so, later too', async () => {
    fixture.rules = [{ ...ruleOf('all', '100'), organization: undefined }];
    fixture.notInForce = [{ id: 'theirs', organization: 'globex' }];
    const { row } = await fixture.finalized(fixture.platform);
    const report = await fixture.reports.get(fixture.platform, row.id);
    const told = {
      allocated_cost: 10,
      unallocated_cost: 5,
      rules_not_in_force: [{ id: 'theirs', organization_id: 'globex' }],
    };
    expect(reportOf(report.row, report.content)).toMatchObject(told);
    fixture.notInForce = [];
    const late = { organization: 'globex', model_served: 'fast', provider: 'sim' };
    fixture.ledger.add({ ...late, at: '2026-02-03T00:00:00Z', cost: 100n * CENT });
    const { rules_not_in_force } = told;
    expect(await fixture.answered(fixture.platform)).toMatchObject({
      ...{ total_cost: 1, allocated_cost: 0, rules_not_in_force },
    });
  });

  it('say the same of the same spend and the same rules, in the same bytes, in every format', async () => {
    const one = await fixture.generate();
    fixture.ledger.usage.splice(
      0,
      fixture.ledger.usage.length,
      ...fixture.ledger.usage.toReversed(),
    );
    fixture.rules = fixture.rules.toReversed();
    await fixture.clock.advance(1000);
    const other = await fixture.generate();
    expect(other.row.id).not.toBe(one.row.id);
    expect(other.row.digest).toBe(one.row.digest);
    const { row } = await fixture.reports.finalize(contextOf(fixture.acme), one.row.id);
    const exported = () =>
      Promise.all(
        EXPORT_FORMATS.map(async (format) => {
          const report = await fixture.reports.export(contextOf(fixture.acme), row.id, format);
          return FORMATS[format].write(report, { version: '1.3', names: report.names });
        }),
      );
    const before = await exported();
    fixture.ledger.usage.length = 0;
    expect(await exported()).toEqual(before);
  });

  it('call accounts in exports what they were called when they were generated', async () => {
    const call = async (displayName: string) => {
      await fixture.resources.put('Organization', 'acme', { displayName });
      await fixture.resources.put('Team', 'ml', { organizationId: 'acme', displayName });
    };
    const focus = async (id: string) => {
      const report = await fixture.reports.export(contextOf(fixture.acme), id, 'focus');
      return FORMATS.focus.write(report, { version: '1.3', names: report.names });
    };
    await call('Before');
    const { row } = await fixture.finalized();
    const before = await focus(row.id);
    expect(before.match(/,Before,/g)).toHaveLength(5);
    await call('After');
    expect(await focus(row.id)).toBe(before);
  });

  it('go from draft to finalized to exported, and stay as they are from then on', async () => {
    const { row } = await fixture.generate();
    await fixture.reports.export(contextOf(fixture.acme), row.id, 'csv');
    expect((await fixture.reports.get(fixture.acme, row.id)).row.status).toBe('draft');
    const done = await fixture.reports.finalize(contextOf(fixture.acme), row.id);
    expect(done.row).toMatchObject({ status: 'finalized', finalized_by: fixture.acme.subject });
    for (const [change, done] of [
      [() => fixture.reports.finalize(contextOf(fixture.acme), row.id), 'finalized'],
      [() => fixture.reports.remove(contextOf(fixture.acme), row.id), 'deleted'],
    ] as const) {
      expect(await problem(change())).toMatchObject({
        status: 409,
        detail: `This report is finalized. Only a draft can be ${done}.`,
      });
    }
    await fixture.reports.export(contextOf(fixture.acme), row.id, 'csv');
    const exported = (await fixture.reports.get(fixture.acme, row.id)).row;
    expect(exported).toMatchObject({ status: 'exported', digest: row.digest });
    const { kysely } = fixture.database;
    const tampering = kysely
      .updateTable('admin.chargeback_reports')
      .set({ total_cents: '1' })
      .where('id', '=', row.id)
      .execute();
    await expect(tampering).rejects.toThrow('a finalized report stays as it is');
    await expect(
      kysely.deleteFrom('admin.chargeback_contents').where('report_id', '=', row.id).execute(),
    ).rejects.toThrow('a finalized report stays as it is');
  });

  it('are not finalized before their period has ended, nor for moments that are booked already', async () => {
    const now = await fixture.generate(fixture.acme, { period: '2026-03' });
    expect(
      await problem(fixture.reports.finalize(contextOf(fixture.acme), now.row.id)),
    ).toMatchObject({
      status: 409,
      detail: expect.stringContaining('ends at 2026-03-31T22:00:00.000Z') as string,
    });
    await fixture.finalized();
    const part = await fixture.generate(fixture.acme, {
      period_start: '2026-02-10',
      period_end: '2026-02-11',
    });
    expect(part.row.period_end.toISOString()).toBe('2026-02-11T23:00:00.000Z');
    expect(
      await problem(fixture.reports.finalize(contextOf(fixture.acme), part.row.id)),
    ).toMatchObject({
      status: 409,
      detail: expect.stringContaining('a part of this period') as string,
    });
    // The fixture.platform books for itself.
    expect((await fixture.finalized(fixture.platform)).row.status).toBe('finalized');
  });

  it('are not finalized where they were made before their period ended', async () => {
    const early = await fixture.generate(fixture.acme, { period: '2026-03' });
    await fixture.clock.advance(Date.UTC(2026, 3, 1) - fixture.clock.now());
    const refused = fixture.reports.finalize(contextOf(fixture.acme), early.row.id);
    expect(await problem(refused)).toMatchObject({
      status: 409,
      detail:
        'Make the report anew: it was made before its period ended at 2026-03-31T22:00:00.000Z, and lacks what was spent after that.',
    });
    const anew = await fixture.generate(fixture.acme, { period: '2026-03' });
    const done = await fixture.reports.finalize(contextOf(fixture.acme), anew.row.id);
    expect(done.row.status).toBe('finalized');
  });

  it('of a finalized period say what came late, by the rules of then, and name the first', async () => {
    const first = await fixture.finalized();
    expect(await problem(fixture.generate())).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Nothing has changed') as string,
    });
    fixture.rules = [ruleOf('new', '100')];
    const late = { organization: 'acme', model_served: 'fast', provider: 'sim', team: 'ml' };
    fixture.ledger.add({ ...late, at: '2026-02-03T00:00:00Z', cost: 100n * CENT });
    const [one, other] = [await fixture.generate(), await fixture.generate()];
    const report = reportOf(one.row, one.content);
    expect(report).toMatchObject({ restates: first.row.id, total_cost: 1, allocated_cost: 1 });
    expect(report.line_items.map((item) => [item.rule_id, item.cost])).toEqual([
      ['ml', 0.6],
      ['rest', 0.4],
    ]);
    await fixture.reports.finalize(contextOf(fixture.acme), one.row.id);
    expect(
      await problem(fixture.reports.finalize(contextOf(fixture.acme), other.row.id)),
    ).toMatchObject({
      status: 409,
      detail: expect.stringContaining('after this draft was made') as string,
    });
    expect(await problem(fixture.generate())).toMatchObject({ status: 409 });
  });

  it('of an organization leave out what another one of its name spent before it was made', async () => {
    const made = { creationTimestamp: '2026-02-20T10:05:00Z' };
    const { metadata } = await fixture.resources.put('Organization', 'reborn', {}, made);
    const spent = { organization: 'reborn', model_served: 'fast', provider: 'sim' };
    fixture.ledger.add(
      { ...spent, at: '2026-02-20T10:05:00Z', cost: 100n * CENT },
      { ...spent, at: '2026-02-20T10:06:00Z', cost: 7n * CENT },
    );
    const owner = { organizationId: 'reborn', organizationUid: metadata.uid };
    expect((await fixture.answered(somebody('org_admin', owner))).total_cost).toBe(0.07);
  });

  it('of the platform leave out what an organization’s own Provider served, which costs the platform nothing', async () => {
    const own = {
      organization: 'acme',
      model_served: 'fast',
      provider: 'sim',
      payer: 'organization',
    };
    const before = (await fixture.answered(fixture.platform)).total_cost;
    const ofAcme = (await fixture.answered(fixture.acme)).total_cost;
    fixture.ledger.add({ ...own, at: '2026-02-20T10:05:00Z', cost: 1_000_000n * CENT });
    expect((await fixture.answered(fixture.platform)).total_cost).toBe(before);
    expect((await fixture.answered(fixture.acme)).total_cost).toBe(ofAcme + 10_000);
  });

  it('are told of in the audit log, exports too', async () => {
    const { row } = await fixture.finalized();
    await fixture.reports.export(contextOf(fixture.acme), row.id, 'focus');
    const entries = await fixture.database.kysely
      .selectFrom('audit_entries')
      .select(['action', 'user_id', 'organization_id', 'changes'])
      .where('resource_id', '=', row.id)
      .orderBy('seq')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'finalize', 'export']);
    expect(entries[2]).toMatchObject({ user_id: fixture.acme.subject, organization_id: 'acme' });
    expect(entries[2]?.changes).toContain('"format":"focus"');
  });

  it('are seen by their organization, and by no other, nor by one that gets its name', async () => {
    const { row } = await fixture.generate();
    await fixture.generate(fixture.platform);
    const list = async (principal: Principal) => (await fixture.list(principal)).reports;
    expect((await list(fixture.acme)).map(({ id }) => id)).toEqual([row.id]);
    expect(await list(fixture.platform)).toHaveLength(2);
    const others = [
      somebody('org_admin', { organizationId: 'globex', organizationUid: 'uid-globex' }),
      somebody('org_admin', { organizationId: 'acme', organizationUid: 'another' }),
    ];
    for (const other of others) {
      expect(await list(other)).toEqual([]);
      expect(await problem(fixture.reports.get(other, row.id))).toMatchObject({ status: 404 });
      expect(await problem(fixture.reports.finalize(contextOf(other), row.id))).toMatchObject({
        status: 404,
      });
    }
    const nobodys = somebody('org_admin', { organizationId: undefined });
    expect(await problem(fixture.reports.get(nobodys, row.id))).toMatchObject({ status: 403 });
  });

  it('are tried without being stored', async () => {
    const tried = contextOf(fixture.acme, { dryRun: true });
    const { row } = await fixture.reports.generate(tried, FEBRUARY);
    expect(await problem(fixture.reports.get(fixture.acme, row.id))).toMatchObject({ status: 404 });
    const stored = (await fixture.generate()).row;
    expect((await fixture.reports.finalize(tried, stored.id)).row.status).toBe('finalized');
    await fixture.reports.remove(tried, stored.id);
    expect((await fixture.reports.get(fixture.acme, stored.id)).row.status).toBe('draft');
    await fixture.reports.remove(contextOf(fixture.acme), stored.id);
    expect(await problem(fixture.reports.get(fixture.acme, stored.id))).toMatchObject({
      status: 404,
    });
  });

  it('cannot be generated where there is no ledger, which is said', async () => {
    const without = fixture.reportsOn(undefined);
    expect(await problem(without.generate(contextOf(fixture.acme), FEBRUARY))).toMatchObject({
      status: 503,
      detail: expect.stringContaining('has no ledger') as string,
    });
  });
});
