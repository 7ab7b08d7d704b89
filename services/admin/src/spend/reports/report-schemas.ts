import { z } from 'zod';
import { usageSchema, utcDaysSchema } from '../ledger/usage-sums.ts';

const id = z.string().nullable();
const moment = z.iso.datetime();

const period = {
  period_start: moment,
  period_end: moment.meta({ description: 'Before when.' }),
  time_zone: z.string(),
  utc_days_before: utcDaysSchema,
  currency: z.literal('USD'),
};

const point = usageSchema.extend({ start: moment });
const ofTeam = usageSchema.extend({ team_id: id });
const ofModel = usageSchema.extend({ model: id });

export const costSchema = usageSchema
  .extend({
    period: z.string(),
    ...period,
    team_id: id,
    total_cost: z.number().meta({ description: 'USD.' }),
    by_team: z.array(ofTeam),
    by_model: z.array(ofModel),
    by_provider: z.array(usageSchema.extend({ provider: id })),
    series: z.array(point).meta({ description: 'A point for each day; of a day, for each hour.' }),
  })
  .meta({ id: 'CostReport' });

export const trendSchema = z
  .object({
    days: z.int(),
    model: id,
    ...period,
    total_cost: z.number(),
    previous_cost: z.number().meta({ description: 'Of as many days before.' }),
    change_percent: z.number().nullable(),
    points: z.array(point),
  })
  .meta({ id: 'CostTrend' });

export const summarySchema = usageSchema
  .extend({
    ...period,
    total_cost: z.number().meta({ description: 'USD, of the calendar month so far.' }),
    cost_today: z.number(),
    cost_last_month: z.number(),
    top_teams: z.array(ofTeam),
    top_models: z.array(ofModel),
    top_keys: z.array(usageSchema.extend({ key_id: id })),
  })
  .meta({ id: 'CostSummary' });

export const rowSchema = usageSchema
  .extend({ start: moment, organization_id: id, team_id: id, model: id, provider: id })
  .meta({ id: 'CostRow' });

export const forecastSchema = z
  .object({
    days: z.int(),
    history_days: z.int(),
    first_day: moment.meta({ description: 'When the first day begins that is forecast.' }),
    currency: z.literal('USD'),
    forecasts: z.array(
      z.object({
        team_id: id.meta({ description: 'Null: requests of no team.' }),
        forecasted_cost: z.number(),
        confidence_low: z.number().meta({ description: 'With confidence_high: 80 %.' }),
        confidence_high: z.number(),
      }),
    ),
  })
  .meta({ id: 'CostForecast' });
