import { PAGE_HEADERS, pageAnswer, pageQuery, totalOf } from '@aicp/api-kit/route/page';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { EVENT_TYPES } from '@aicp/contracts/checks/event-types';
import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import type { EventDefinition } from '@aicp/contracts/events/event-definition';
import { countEvents, listEvents } from '@aicp/events/reading/event-log';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { EVENTS_READ, eventReachOf } from './event-reach.ts';
import type { EventRouteNeeds } from './event-route-needs.ts';
import { cursorAt, placeOfCursor, timeQuery } from './event-place.ts';
import { eventView, toEventView, typeView } from './event-views.ts';

const TAG = 'Events';

const logQuery = pageQuery.extend({
  event_type: z.enum(EVENT_TYPES).optional().meta({ description: 'Only those of this type.' }),
  subject: z.string().min(1).max(300).optional().meta({
    description: 'Only those about this: `Budget/engineering`.',
  }),
  ...timeQuery,
});
type LogQuery = z.output<typeof logQuery>;

/** What happened, and what there is to be told of. */
export const logRoutes = (needs: EventRouteNeeds): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/v1/events/log',
    operationId: 'listEvents',
    tag: TAG,
    summary: 'What happened, newest first',
    description:
      'An organization reads its own events, and what became of them at its own subscriptions. They are kept for 30 days.',
    permission: EVENTS_READ,
    query: logQuery,
    answers: {
      200: {
        description: 'A page of them.',
        schema: z.array(eventView),
        headers: PAGE_HEADERS,
      },
    },
    handler: (context) => readLog(context, needs),
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/events/types',
    operationId: 'listEventTypes',
    tag: TAG,
    summary: 'The types of events that can be subscribed to',
    permission: EVENTS_READ,
    answers: { 200: { description: 'All of them.', schema: z.array(typeView) } },
    handler: () => Promise.resolve({ status: 200, body: EVENT_TYPES.map(toTypeView) }),
  }),
];

async function readLog(
  context: RouteContext<unknown, LogQuery>,
  { store, database }: EventRouteNeeds,
) {
  const { principal, query, request } = context;
  const { limit, cursor, event_type: type, ...wanted } = query;
  const before = placeOfCursor(cursor);
  const filter = { reach: eventReachOf(principal, store), type, ...wanted };
  const rows = await listEvents(database.kysely, filter, { limit: limit + 1, before });
  const total = await totalOf(context, () => countEvents(database.kysely, filter));
  const cursorOf = ({ at, id }: (typeof rows)[number]): string => cursorAt(at, id);
  return pageAnswer(rows, { limit, total, request, cursorOf, show: toEventView });
}

function toTypeView(type: (typeof EVENT_TYPES)[number]): z.output<typeof typeView> {
  const { description, severity, notEmitted, incident, example }: EventDefinition =
    EVENT_CATALOG[type];
  return {
    event_type: type,
    description: notEmitted === undefined ? description : `${description} ${notEmitted}`,
    severity,
    emitted: notEmitted === undefined,
    incident: incident ?? null,
    example,
  };
}
