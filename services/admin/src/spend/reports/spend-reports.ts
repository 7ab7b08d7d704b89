import type { Principal } from '@aicp/api-kit/access/principal';
import type { Clock } from '@aicp/common/time/clock';
import { Periods } from '@aicp/contracts/budgets/periods';
import type { Period } from '@aicp/contracts/spend/money-window';
import type { ObjectStore } from '../../resources/store.ts';
import {
  lastDays,
  windowOf,
  type ReportWindow,
  type WindowQuery,
} from '../ledger/report-window.ts';
import { keptPeriod, utcDaysBefore } from '../ledger/kept-usage.ts';
import { requireLedger, type SpendLedger } from '../ledger/require-ledger.ts';
import { timeZoneOf } from '../ledger/time-zone-of.ts';
import { usageScopeOf, type Asked } from '../ledger/usage-scope.ts';
import { seriesOf, usageByValue, usageOf, usageWithin } from '../ledger/usage-sums.ts';
import { forecastOf } from './forecast.ts';

export interface SpendOptions {
  readonly store: Pick<ObjectStore, 'find'>;
  /** Absent in an installation without a budget service. */
  readonly ledger: SpendLedger | undefined;
  readonly clock: Clock;
}

const iso = (ms: number): string => new Date(ms).toISOString();

const BREAKDOWN = ['team', 'model_served', 'provider'] as const;
/** So many of each are named in a summary. */
const MOST_NAMED = 5;

/** What was spent, on whom, and what is expected. Every method rejects with a Problem where the caller is to know. */
export class SpendReports {
  private readonly options: SpendOptions;

  constructor(options: SpendOptions) {
    this.options = options;
  }

  async cost(principal: Principal, query: WindowQuery & Asked) {
    const { ledger, scope, timeZone, nowMs, keptFromMs } = await this.ask(principal, query);
    const asked = windowOf(query, timeZone, nowMs);
    const window = keptPeriod(asked, keptFromMs);
    const period = spanOf(window);
    const rows = await usageWithin(ledger, scope, { ...period, groupBy: BREAKDOWN });
    const steps = await usageWithin(ledger, scope, { ...period, groupBy: [], step: window.steps });
    const named = (name: (typeof BREAKDOWN)[number], as: string) =>
      usageByValue(rows, name).map(({ value, ...usage }) => ({ [as]: value, ...usage }));
    return {
      period: query.period,
      ...answered(window, { timeZone, utcDays: utcDaysBefore([asked], keptFromMs) }),
      team_id: query.team_id ?? null,
      total_cost: usageOf(rows).cost,
      ...usageOf(rows),
      by_team: named('team', 'team_id'),
      by_model: named('model_served', 'model'),
      by_provider: named('provider', 'provider'),
      series: pointsOf(steps, window),
    };
  }

  async trend(principal: Principal, query: Asked & { days: number; model?: string | undefined }) {
    const { ledger, scope, timeZone, nowMs, keptFromMs } = await this.ask(principal, query);
    const { days, model } = query;
    const own = model === undefined ? scope : withModel(scope, model);
    const asked = [days, 2 * days].map((count) =>
      lastDays({ count, isTodayIn: true }, timeZone, nowMs),
    ) as [ReportWindow, ReportWindow];
    const window = keptPeriod(asked[0], keptFromMs);
    const before = keptPeriod(asked[1], keptFromMs);
    const [rows, earlier] = await Promise.all([
      usageWithin(ledger, own, { ...spanOf(window), groupBy: [], step: window.steps }),
      usageWithin(ledger, own, { from: before.startsMs, to: window.startsMs, groupBy: [] }),
    ]);
    const [cost, costBefore] = [usageOf(rows).cost, usageOf(earlier).cost];
    return {
      days,
      model: model ?? null,
      ...answered(window, { timeZone, utcDays: utcDaysBefore(asked, keptFromMs) }),
      total_cost: cost,
      previous_cost: costBefore,
      change_percent: costBefore === 0 ? null : ((cost - costBefore) / costBefore) * 100,
      points: pointsOf(rows, window),
    };
  }

  async summary(principal: Principal, query: Asked) {
    const { ledger, scope, timeZone, nowMs, keptFromMs } = await this.ask(principal, query);
    const periods = new Periods(timeZone);
    const thisMonth = periods.at('month', nowMs);
    const asked = [
      thisMonth,
      periods.at('month', thisMonth.startsMs - 1),
      periods.at('1d', nowMs),
    ] as const;
    const [month, lastMonth, today] = asked.map((one) => keptPeriod(one, keptFromMs)) as [
      Period,
      Period,
      Period,
    ];
    const groupBy = ['team', 'model_served', 'key'] as const;
    const [now, last, day] = await Promise.all([
      usageWithin(ledger, scope, { ...spanOf(month), groupBy }),
      usageWithin(ledger, scope, { ...spanOf(lastMonth), groupBy: [] }),
      usageWithin(ledger, scope, { ...spanOf(today), groupBy: [] }),
    ]);
    const top = (name: (typeof groupBy)[number], as: string) =>
      usageByValue(now, name)
        .slice(0, MOST_NAMED)
        .map(({ value, ...usage }) => ({ [as]: value, ...usage }));
    return {
      ...answered(month, { timeZone, utcDays: utcDaysBefore(asked, keptFromMs) }),
      total_cost: usageOf(now).cost,
      ...usageOf(now),
      cost_today: usageOf(day).cost,
      cost_last_month: usageOf(last).cost,
      top_teams: top('team', 'team_id'),
      top_models: top('model_served', 'model'),
      top_keys: top('key', 'key_id'),
    };
  }

  /** A row for each step, team, model and provider in which anything was used. */
  async rows(principal: Principal, query: WindowQuery & Asked) {
    const { ledger, scope, timeZone, nowMs, keptFromMs } = await this.ask(principal, query);
    const { steps, ...window } = keptPeriod(windowOf(query, timeZone, nowMs), keptFromMs);
    const rows = await usageWithin(ledger, scope, {
      ...spanOf(window),
      groupBy: ['organization', ...BREAKDOWN],
      step: steps,
    });
    return rows
      .map(({ startsMs, group, ...sums }) => ({
        start: iso(startsMs),
        organization_id: nullable(group.organization),
        team_id: nullable(group.team),
        model: nullable(group.model_served),
        provider: nullable(group.provider),
        ...usageOf([sums]),
      }))
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  /** For each team, and requests of none, the next days after today, from those before it. */
  async forecast(principal: Principal, query: Asked & { days: number; history_days: number }) {
    const { ledger, scope, timeZone, nowMs, keptFromMs } = await this.ask(principal, query);
    const { days, history_days: count } = query;
    const past = keptPeriod(lastDays({ count, isTodayIn: false }, timeZone, nowMs), keptFromMs);
    const rows = await usageWithin(ledger, scope, {
      ...spanOf(past),
      groupBy: ['team'],
      step: past.steps,
    });
    const teams = Map.groupBy(rows, ({ group }) => group.team);
    const next = new Periods(timeZone).at('1d', nowMs).endsMs;
    return {
      days,
      history_days: count,
      first_day: iso(next),
      currency: 'USD' as const,
      forecasts: [...teams]
        .map(([team, own]) => {
          // The day that is under way lies between the past and the days that are asked about.
          const costs = seriesOf(own, past.steps).map(({ usage }) => usage.cost);
          const { expected, low, high } = forecastOf(costs, { days, after: 1 });
          return {
            team_id: nullable(team),
            forecasted_cost: expected,
            confidence_low: low,
            confidence_high: high,
          };
        })
        .sort((a, b) => b.forecasted_cost - a.forecasted_cost),
    };
  }

  private async ask(principal: Principal, asked: Asked) {
    const { store, clock } = this.options;
    const scope = usageScopeOf(principal, asked, store);
    const ledger = requireLedger(this.options.ledger);
    const keptFromMs = await ledger.usageKeptFrom();
    return { scope, ledger, keptFromMs, timeZone: timeZoneOf(store), nowMs: clock.now() };
  }
}

const answered = (
  { startsMs, endsMs }: Period,
  { timeZone, utcDays }: { timeZone: string; utcDays: string | null },
) => ({
  period_start: iso(startsMs),
  period_end: iso(endsMs),
  time_zone: timeZone,
  utc_days_before: utcDays,
  currency: 'USD' as const,
});

type Scope = ReturnType<typeof usageScopeOf>;

const spanOf = ({ startsMs, endsMs }: Period) => ({ from: startsMs, to: endsMs });

const nullable = (name: string): string | null => (name === '' ? null : name);

const withModel = (scope: Scope, model: string): Scope => ({
  ...scope,
  filter: { ...scope.filter, model_served: model },
});

const pointsOf = (rows: Parameters<typeof seriesOf>[0], { steps }: ReportWindow) =>
  seriesOf(rows, steps).map(({ startsMs, usage }) => ({ start: iso(startsMs), ...usage }));

const keyOf = (row: Readonly<Record<string, unknown>>): string =>
  ['start', 'organization_id', 'team_id', 'model', 'provider']
    .map((name) => JSON.stringify(row[name]))
    .join();
