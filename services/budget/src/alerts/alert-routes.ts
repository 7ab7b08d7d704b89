import { PAGE_HEADERS, pageAnswer, pageQuery } from '@aicp/api-kit/route/page';
import { defineRoute, type Answer, type Route, type RouteContext } from '@aicp/api-kit/route/route';
import { BUDGET_SCOPES } from '@aicp/contracts/spend/spend-subject';
import { z } from 'zod';
import type { Access } from '../access/access.ts';
import { ORGANIZATIONS, type Reader } from '../access/reader.ts';
import { ALERT_TYPES, type AlertTable } from '../database/tables.ts';
import type { AlertFilter, AlertStore } from './alert-store.ts';

const alertQuery = pageQuery.extend({
  cursor: z.uuid().optional().meta({ description: 'From the `Link` header of the page before.' }),
  team_id: z.string().optional().meta({ description: 'Those of a team, and of its keys.' }),
  user_id: z.string().optional().meta({ description: 'Those of a person, and of their keys.' }),
});

const alertView = z
  .object({
    id: z.uuid(),
    timestamp: z.iso.datetime(),
    alert_type: z.enum(ALERT_TYPES),
    budget_id: z.string(),
    entity_type: z.enum(BUDGET_SCOPES),
    entity_id: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'BudgetAlert' });

export interface AlertRoutesOptions {
  readonly store: Pick<AlertStore, 'list' | 'count'>;
  readonly access: Pick<Access, 'readerOf'>;
}

/** `GET /alerts`, the newest first. */
export function alertRoutes(options: AlertRoutesOptions): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/alerts',
      operationId: 'listBudgetAlerts',
      summary: 'Limits that were passed, or nearly, the newest first',
      tag: 'Alerts',
      permission: 'public',
      errors: [401, 429],
      query: alertQuery,
      answers: {
        200: { description: 'A page.', schema: z.array(alertView), headers: PAGE_HEADERS },
      },
      handler: (context) => list(context, options),
    }),
  ];
}

async function list(
  context: RouteContext<unknown, z.output<typeof alertQuery>>,
  { store, access }: AlertRoutesOptions,
): Promise<Answer> {
  const { query, request } = context;
  const { limit, cursor, team_id: team, user_id: user } = query;
  const filter = { team, user, seenBy: seenBy(await access.readerOf(context)) };
  const [rows, total] = await Promise.all([
    store.list(filter, { limit: limit + 1, cursor }),
    store.count(filter),
  ]);
  return pageAnswer(rows, { limit, total, request, cursorOf: ({ id }) => id, show: toView });
}

/** The alerts that `sees` lets somebody see, as columns. */
function seenBy(reader: Reader): AlertFilter['seenBy'] {
  if (reader === undefined || reader.role === 'platform_admin') return undefined;
  const all = { organization: reader.organizationId ?? '' };
  if (ORGANIZATIONS.includes(reader.role)) return all;
  if (reader.role === 'team_admin') return { ...all, teams: reader.teamIds };
  return { ...all, own: { key: reader.keyName ?? '', user: reader.subject } };
}

const toView = (alert: AlertTable): z.output<typeof alertView> => ({
  id: alert.id,
  timestamp: alert.at.toISOString(),
  alert_type: alert.alert_type,
  budget_id: alert.budget_id,
  entity_type: alert.entity_type as (typeof BUDGET_SCOPES)[number],
  entity_id: alert.entity_id,
  message: alert.message,
});
