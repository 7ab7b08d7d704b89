import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import type { UsageFilter } from '@aicp/ledger/query/usage-query';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { apiKey } from '@aicp/crds/api-key';
import { organization } from '@aicp/crds/organization';
import { team } from '@aicp/crds/team';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import type { Services } from '../../resources/collections/create-services.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { windowOf, windowQuery, type WindowQuery } from '../ledger/report-window.ts';
import type { SpendOptions } from '../reports/spend-reports.ts';
import { keptPeriod, utcDaysBefore } from '../ledger/kept-usage.ts';
import { requireLedger } from '../ledger/require-ledger.ts';
import { timeZoneOf } from '../ledger/time-zone-of.ts';
import {
  keyFrom,
  narrowedTo,
  organizationFrom,
  usageScopeOf,
  type UsageScope,
} from '../ledger/usage-scope.ts';
import {
  seriesOf,
  usageByValue,
  usageOf,
  usageSchema,
  usageWithin,
  utcDaysSchema,
} from '../ledger/usage-sums.ts';

export interface UsageNeeds extends SpendOptions {
  readonly services: Services;
}

const answered = usageSchema
  .extend({
    id: z.string(),
    period_start: z.iso.datetime(),
    period_end: z.iso.datetime().meta({ description: 'Before when.' }),
    time_zone: z.string(),
    utc_days_before: utcDaysSchema,
    currency: z.literal('USD'),
    by_model: z.array(usageSchema.extend({ model: z.string().nullable() })),
    series: z.array(usageSchema.extend({ start: z.iso.datetime() })),
  })
  .meta({ id: 'UsageReport' });

/** `/{id}/usage` of keys, teams and organizations. */
export const usageRoutes = (needs: UsageNeeds): Route[] => [
  // Whoever may read a key may read what it used.
  usageRoute(needs, apiKey, ({ metadata }) => ({
    filter: { key: metadata.name },
    // A key of the same name that was deleted is another one.
    sinceMs: keyFrom(metadata.creationTimestamp),
  })),
  usageRoute(needs, team, ({ metadata }, context) =>
    narrowed(needs, context, { team: metadata.name }),
  ),
  usageRoute(needs, organization, ({ metadata }, context) => {
    const own = narrowed(needs, context, { organization: metadata.name });
    return {
      ...own,
      sinceMs: Math.max(own.sinceMs, organizationFrom(metadata.creationTimestamp)),
    };
  }),
];

/** What of it the caller may see: a member the own, a team_admin the teams'. */
const narrowed = (
  { store }: UsageNeeds,
  { principal }: RouteContext,
  own: UsageFilter,
): UsageScope => narrowedTo(usageScopeOf(principal, {}, store), own);

function usageRoute(
  needs: UsageNeeds,
  kind: KindDefinition,
  scopeOf: (object: StoredObject, context: RouteContext) => UsageScope,
): Route {
  const service = needs.services(kind);
  const { path, tag, noun } = service.collection;
  return defineRoute({
    method: 'get',
    path: `/api/v1/${path}/{id}/usage`,
    operationId: `get${kind.kind}Usage`,
    tag,
    summary: `What was used and spent by ${noun === 'organization' ? 'an' : 'a'} ${noun}`,
    // Who reads no keys does not read them one by one either.
    permission: kind === apiKey ? 'api_keys:read' : 'usage:read',
    query: windowQuery,
    answers: { 200: { description: 'Its usage.', schema: answered } },
    handler: async (context) => {
      const object = await service.get(context, idIn(context));
      const body = await usageIn(needs, scopeOf(object, context), context.query);
      return { status: 200, body: { id: object.metadata.name, ...body } };
    },
  });
}

async function usageIn(
  { ledger, store, clock }: UsageNeeds,
  scope: UsageScope,
  query: WindowQuery,
) {
  const book = requireLedger(ledger);
  const timeZone = timeZoneOf(store);
  const keptFromMs = await book.usageKeptFrom();
  const asked = windowOf(query, timeZone, clock.now());
  const { startsMs, endsMs, steps } = keptPeriod(asked, keptFromMs);
  const rows = await usageWithin(book, scope, {
    from: startsMs,
    to: endsMs,
    groupBy: ['model_served'],
    step: steps,
  });
  return {
    period_start: new Date(startsMs).toISOString(),
    period_end: new Date(endsMs).toISOString(),
    time_zone: timeZone,
    utc_days_before: utcDaysBefore([asked], keptFromMs),
    currency: 'USD' as const,
    ...usageOf(rows),
    by_model: usageByValue(rows, 'model_served').map(({ value, ...own }) => ({
      model: value,
      ...own,
    })),
    series: seriesOf(rows, steps).map((point) => ({
      start: new Date(point.startsMs).toISOString(),
      ...point.usage,
    })),
  };
}
