import type { Route } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { csvLines } from '@aicp/api-kit/csv/csv-lines';
import { windowQuery } from '../ledger/report-window.ts';
import {
  costSchema,
  forecastSchema,
  rowSchema,
  summarySchema,
  trendSchema,
} from './report-schemas.ts';
import type { SpendReports } from './spend-reports.ts';

const PATH = '/api/v1/reports';

const name = z.string().min(1).max(253);
const whose = {
  team_id: name.optional().meta({ description: 'Only requests of this team.' }),
  organization_id: name.optional().meta({ description: 'Only requests of this organization.' }),
};

const costQuery = windowQuery.extend(whose);
const exportQuery = costQuery.extend({
  format: z.enum(['csv', 'json']).default('csv').meta({ description: 'How it is written.' }),
});
const trendQuery = z.object({
  days: z.coerce.number().int().min(1).max(180).default(30).meta({ description: 'With today.' }),
  model: name.optional().meta({ description: 'Only requests that this model served.' }),
  ...whose,
});
const horizon = {
  days: z.int().min(1).max(90).default(30).meta({ description: 'Days to come, after today.' }),
  history_days: z.int().min(7).max(180).default(56).meta({
    description: 'Days that it is made from, before today.',
  }),
};
const forecastBody = z.strictObject({ ...horizon, ...whose });
const forecastQuery = z.object({
  days: z.coerce.number().pipe(z.int().min(1).max(90)).default(30).meta({
    description: 'Days to come, after today.',
  }),
  history_days: z.coerce.number().pipe(z.int().min(7).max(180)).default(56).meta({
    description: 'Days that it is made from, before today.',
  }),
  ...whose,
});

const COMMON = { method: 'get', tag: 'Reports', permission: 'usage:read' } as const;
const METHOD =
  'For each team the sum of the next days: a linear trend with an effect of each weekday, by least squares; of less than two weeks, their mean. The interval holds 80 %.';

/** `/api/v1/reports`: what was spent, and what is expected. A member is told of the own requests, a team_admin of the teams’. */
export const reportRoutes = (reports: SpendReports): Route[] => [
  defineRoute({
    ...COMMON,
    path: `${PATH}/cost`,
    operationId: 'getCostReport',
    summary: 'What was spent in a period, by team, model and provider',
    description: 'Calendar periods are those of the time zone of the settings.',
    query: costQuery,
    answers: { 200: { description: 'The report.', schema: costSchema } },
    handler: async ({ principal, query }) => ok(await reports.cost(principal, query)),
  }),
  defineRoute({
    ...COMMON,
    path: `${PATH}/trend`,
    operationId: 'getCostTrend',
    summary: 'What was spent day by day',
    query: trendQuery,
    answers: { 200: { description: 'The days.', schema: trendSchema } },
    handler: async ({ principal, query }) => ok(await reports.trend(principal, query)),
  }),
  defineRoute({
    ...COMMON,
    path: `${PATH}/summary`,
    operationId: 'getCostSummary',
    summary: 'What was spent this month, and on whom the most',
    query: z.object(whose),
    answers: { 200: { description: 'The summary.', schema: summarySchema } },
    handler: async ({ principal, query }) => ok(await reports.summary(principal, query)),
  }),
  exportRoute(reports),
  defineRoute({
    ...COMMON,
    path: `${PATH}/forecast`,
    operationId: 'getCostForecast',
    summary: 'What each team is expected to spend',
    description: METHOD,
    query: forecastQuery,
    answers: { 200: { description: 'The forecast.', schema: forecastSchema } },
    handler: async ({ principal, query }) => ok(await reports.forecast(principal, query)),
  }),
  defineRoute({
    ...COMMON,
    method: 'post',
    path: `${PATH}/forecast/generate`,
    operationId: 'generateCostForecast',
    summary: 'Forecast what each team is expected to spend',
    description: `${METHOD} It stores nothing.`,
    body: forecastBody.prefault({}),
    bodyExample: { days: 30 },
    answers: { 200: { description: 'The forecast.', schema: forecastSchema } },
    handler: async ({ principal, body }) => ok(await reports.forecast(principal, body)),
  }),
];

const ok = (body: unknown) => ({ status: 200, body });

const exportRoute = (reports: SpendReports): Route =>
  defineRoute({
    ...COMMON,
    path: `${PATH}/export`,
    operationId: 'exportCostReport',
    summary:
      'What was spent, as a file: a row for each day (of a day, for each hour), team, model and provider',
    query: exportQuery,
    answers: {
      200: { description: 'The rows.', schema: z.array(rowSchema), otherTypes: ['text/csv'] },
    },
    handler: async ({ principal, query }) => {
      const rows = await reports.rows(principal, query);
      if (query.format === 'json') return ok(rows);
      const columns = Object.keys(rowSchema.shape) as (keyof (typeof rows)[number])[];
      const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
      return {
        status: 200,
        stream: inOnePiece(csvLines(lines)),
        headers: {
          'Content-Type': 'text/csv',
          'Content-Disposition': 'attachment; filename="cost.csv"',
        },
      };
    },
  });

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}
