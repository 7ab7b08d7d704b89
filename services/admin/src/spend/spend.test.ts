import type { Principal } from '@aicp/api-kit/access/principal';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { organization } from '@aicp/crds/organization';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../resources/store.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import { problem, somebody } from '../resources/testing/resource-fixture.ts';
import { windowOf } from './ledger/report-window.ts';
import { SpendReports } from './reports/spend-reports.ts';
import { FakeLedger } from './testing/fake-ledger.ts';
import { narrowedTo, usageScopeOf } from './ledger/usage-scope.ts';

const NOW = Date.UTC(2026, 1, 10, 12);
const USD = 1_000_000_000n;

/** A store that knows the organization acme, and that time is Berlin's. */
const store = {
  find: (kind: { kind: string }, name: string) => {
    if (kind.kind === 'ControlPlane') return { spec: { timeZone: 'Europe/Berlin' } };
    const isOrganization = kind.kind === organization.kind;
    const uid = isOrganization ? `uid-${name}` : undefined;
    const creationTimestamp = isOrganization ? '2026-02-02T00:20:00Z' : '2026-02-01T00:00:00Z';
    return { metadata: { name, uid, creationTimestamp }, spec: {} } as StoredObject;
  },
} as unknown as ObjectStore;

const of = (role: Parameters<typeof somebody>[0], more: Partial<Principal> = {}): Principal =>
  somebody(role, {
    kind: 'key',
    keyName: 'key-ada',
    organizationId: 'acme',
    organizationUid: 'uid-acme',
    teamIds: ['ml'],
    ...more,
  });
const platform = somebody('platform_admin', { organizationId: undefined });

describe('reports on spend', () => {
  let ledger: FakeLedger;
  let reports: SpendReports;

  beforeEach(() => {
    ledger = new FakeLedger();
    reports = new SpendReports({ store, ledger, clock: new ManualClock(NOW) });
    const acme = { organization: 'acme', model_served: 'fast', provider: 'sim' };
    ledger.add(
      // Before there was this acme.
      { ...acme, at: '2026-02-02T00:20:00Z', team: 'ml', key: 'key-ada', cost: 100n * USD },
      { ...acme, at: '2026-02-03T10:00:00Z', team: 'ml', key: 'key-ada', cost: 4n * USD },
      { ...acme, at: '2026-02-03T23:30:00Z', team: 'ml', key: 'key-bob', cost: 2n * USD },
      { ...acme, at: '2026-02-10T09:00:00Z', team: 'web', key: 'key-eve', cost: null },
      { ...acme, at: '2026-01-20T09:00:00Z', organization: 'globex', cost: 50n * USD },
      { ...acme, at: '2026-02-05T09:00:00Z', organization: 'globex', team: 'theirs', cost: USD },
    );
  });

  const month = { period: 'monthly' } as const;
  const spent = async (principal: Principal, query: object = {}) =>
    (await reports.cost(principal, { ...month, ...query })).total_cost;

  it('tell everybody what is theirs to know, and no more', async () => {
    expect(await spent(platform)).toBe(107);
    expect(await spent(platform, { organization_id: 'globex' })).toBe(1);
    expect(await spent(of('org_admin'))).toBe(6);
    expect(await spent(of('viewer'))).toBe(6);
    expect(await spent(of('team_admin'))).toBe(6);
    expect(await spent(of('team_admin', { teamIds: [] }))).toBe(0);
    expect(await spent(of('org_admin', { organizationId: 'globex' }))).toBe(1);
  });

  it('tell a member of the own requests, by a key of those of the key', async () => {
    const bob = of('member', { keyName: 'key-bob' });
    expect(await spent(bob)).toBe(2);
    expect(await spent(bob, { organization_id: 'acme' })).toBe(2);
    expect(await spent(bob, { team_id: 'web' })).toBe(0);
  });

  it('tell a person of what the own keys used, not of what another key says was theirs', async () => {
    const spending = { organization: 'acme', user: 'ada', at: '2026-02-04T10:00:00Z' };
    ledger.add(
      { ...spending, team: 'ml', key: 'key-ada', cost: 8n * USD },
      { ...spending, team: 'web', key: 'key-eve', user_from: 'request', cost: 16n * USD },
    );
    const ada = { kind: 'user', subject: 'ada', keyName: undefined } as const;
    const spentBy = (role: Principal['role']) => spent(of(role, ada as never));
    expect(await spentBy('member')).toBe(8);
    expect(await spent(of('member', ada as never), { team_id: 'web' })).toBe(0);
    // What an organization, or a team, spent is theirs, whoever is said to have.
    expect([await spentBy('org_admin'), await spentBy('viewer')]).toEqual([30, 30]);
    expect(await spentBy('team_admin')).toBe(14);
    expect(await spent(of('member'))).toBe(12);
  });

  it('say that there is no such organization, or team, where it is another one’s', async () => {
    const foreign = { organization_id: 'globex' };
    for (const role of ['org_admin', 'viewer', 'team_admin', 'member'] as const) {
      const asked = problem(spent(of(role), foreign));
      expect(await asked, role).toMatchObject({ status: 404 });
    }
    expect(await problem(spent(of('team_admin'), { team_id: 'web' }))).toMatchObject({
      status: 404,
    });
    const nobodys = of('org_admin', { organizationId: undefined });
    expect(await problem(spent(nobodys))).toMatchObject({ status: 403 });
  });

  it('are by the days of the time zone, also those on which nothing was spent', async () => {
    const report = await reports.cost(of('org_admin'), month);
    expect(report.series).toHaveLength(28);
    expect(report.series.filter(({ cost }) => cost > 0)).toMatchObject([
      { start: '2026-02-02T23:00:00.000Z', cost: 4 },
      { start: '2026-02-03T23:00:00.000Z', cost: 2 },
    ]);
    expect(report).toMatchObject({ requests: 3, unpriced_requests: 1, team_id: null });
    expect(report.by_team).toMatchObject([{ team_id: 'ml', cost: 6 }, { team_id: 'web' }]);
  });

  it('compare with the time before, and sum up the month', async () => {
    const trend = await reports.trend(platform, { days: 10, organization_id: 'globex' });
    expect(trend).toMatchObject({ total_cost: 1, previous_cost: 0, change_percent: null });
    const longer = await reports.trend(platform, { days: 15, organization_id: 'globex' });
    expect(longer).toMatchObject({ total_cost: 1, previous_cost: 50, change_percent: -98 });
    const summary = await reports.summary(platform, {});
    expect(summary).toMatchObject({ total_cost: 107, cost_last_month: 50, cost_today: 0 });
    expect(summary.top_keys[0]).toMatchObject({ key_id: 'key-ada', cost: 104 });
  });

  it('list a row for each day, team, model and provider', async () => {
    const rows = await reports.rows(of('team_admin'), month);
    expect(rows.map(({ start, team_id, cost }) => [start.slice(0, 10), team_id, cost])).toEqual([
      ['2026-02-02', 'ml', 4],
      ['2026-02-03', 'ml', 2],
    ]);
  });

  it('forecast each team by itself', async () => {
    const query = { days: 10, history_days: 28 };
    const { forecasts, first_day: first } = await reports.forecast(of('org_admin'), query);
    expect(first).toBe('2026-02-10T23:00:00.000Z');
    expect(forecasts.map(({ team_id: team }) => team)).toEqual(['ml']);
    expect(forecasts[0]!.forecasted_cost).toBeGreaterThan(0);
  });

  it('forecast the weekdays from tomorrow on', async () => {
    // The 10th, which is now, is a Tuesday; what today has cost so far counts for nothing.
    const costs = [3, 11, 2, 7, 5, 1, 19];
    const web = { organization: 'acme', model_served: 'fast', provider: 'sim', team: 'web' };
    ledger.usage.length = 0;
    const firstMs = Date.UTC(2026, 1, 10) - 56 * 86_400_000;
    for (let day = 0; day <= 56; day += 1) {
      const noon = new Date(firstMs + (day + 0.5) * 86_400_000);
      ledger.add({ ...web, at: noon.toISOString(), cost: BigInt(costs[noon.getUTCDay()]!) * USD });
    }
    const next = async (days: number) => {
      const query = { days, history_days: 56, organization_id: 'acme' };
      const { first_day: first, forecasts } = await reports.forecast(platform, query);
      expect(first).toBe('2026-02-10T23:00:00.000Z');
      return forecasts[0]!.forecasted_cost;
    };
    const [WEDNESDAY, THURSDAY] = [3, 4];
    expect(await next(1)).toBeCloseTo(costs[WEDNESDAY]!, 6);
    expect(await next(2)).toBeCloseTo(costs[WEDNESDAY]! + costs[THURSDAY]!, 6);
  });

  it('cannot be had where there is no ledger, which is said', async () => {
    const without = new SpendReports({ store, ledger: undefined, clock: new ManualClock(NOW) });
    expect(await problem(without.summary(platform, {}))).toMatchObject({
      status: 503,
      detail: expect.stringContaining('install the budget service') as string,
    });
  });
});

describe('the usage that somebody may see', () => {
  it('is of keys that are theirs also where they ask for their own name', () => {
    const ada = of('member', { kind: 'user', subject: 'ada' });
    const own = { organization: 'acme', user_from: '' };
    const scope = usageScopeOf(ada, {}, store);
    expect(narrowedTo(scope, { user: ['ada', 'bob'] }).filter).toEqual({ ...own, user: ['ada'] });
    expect(narrowedTo(scope, { user: ['bob'] }).filter).toEqual({ ...own, user: [] });
  });

  it('is not widened by asking for something', () => {
    const scope = usageScopeOf(of('team_admin', { teamIds: ['ml', 'web'] }), {}, store);
    expect(narrowedTo(scope, { team: ['web', 'theirs'], key: ['k'] }).filter).toEqual({
      organization: 'acme',
      team: ['web'],
      key: ['k'],
    });
    expect(narrowedTo(scope, { organization: 'globex' }).filter).toMatchObject({
      organization: [],
    });
  });
});

describe('a period that is asked about', () => {
  const at = (query: object, zone = 'Europe/Berlin') => {
    const { startsMs, endsMs, steps } = windowOf({ period: 'monthly', ...query }, zone, NOW);
    return [new Date(startsMs).toISOString(), new Date(endsMs).toISOString(), steps.length];
  };

  it('is a calendar day, week or month, or from day to day', () => {
    expect(at({ period: 'daily' })).toEqual([
      '2026-02-09T23:00:00.000Z',
      '2026-02-10T23:00:00.000Z',
      24,
    ]);
    expect(at({ period: 'daily', date: '2026-03-29' })[2]).toBe(23);
    expect(at({ period: 'weekly' }).slice(0, 1)).toEqual(['2026-02-08T23:00:00.000Z']);
    expect(at({ date: '2026-03-15' })[2]).toBe(31);
    const days = { start_date: '2026-03-01', end_date: '2026-03-02' };
    expect(at({ period: 'custom', ...days }, 'UTC')).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-03-03T00:00:00.000Z',
      2,
    ]);
  });

  it('is said in full, and of a year at most', () => {
    const custom = (query: object) => () => at({ period: 'custom', ...query });
    expect(custom({ start_date: '2026-01-01' })).toThrow('end_date is needed');
    expect(custom({ start_date: '2026-01-02', end_date: '2026-01-01' })).toThrow(
      'must not be before',
    );
    expect(custom({ start_date: '2025-01-01', end_date: '2026-06-01' })).toThrow('366 days');
  });

  it('is said by what goes with it: nothing else is passed over', () => {
    const days = { start_date: '2026-03-01', end_date: '2026-03-02' };
    expect(() => at({ period: 'daily', ...days })).toThrow(
      'start_date is for period=custom, and the period is daily (and 1 more error)',
    );
    expect(() => at({ period: 'custom', ...days, date: '2026-03-01' })).toThrow(
      'date is for period=daily, weekly or monthly',
    );
  });
});
