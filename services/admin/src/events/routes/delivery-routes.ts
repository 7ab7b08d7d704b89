import { PAGE_HEADERS, pageAnswer, pageQuery, totalOf } from '@aicp/api-kit/route/page';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import { countDeliveries, listDeliveries } from '@aicp/events/reading/deliveries';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import { EVENTS_READ, EVENTS_WRITE, eventReachOf } from './event-reach.ts';
import type { EventRouteNeeds } from './event-route-needs.ts';
import { cursorAt, placeOfCursor, timeQuery } from './event-place.ts';
import { DELIVERY_STATUSES, deliveryView, toDeliveryView } from './event-views.ts';
import { deliveriesOf } from './wait-for-deliveries.ts';

const TAG = 'Events';
const PATH = '/api/v1/events/deliveries';

const listQuery = pageQuery.extend({
  subscription: z.string().min(1).max(253).optional().meta({
    description: 'Only those to this subscription, by its id.',
  }),
  status: z.enum(DELIVERY_STATUSES).optional().meta({ description: 'Only those in this state.' }),
  event: z.string().min(1).max(100).optional().meta({
    description: 'Only those of this event, by its id.',
  }),
  ...timeQuery,
});
type ListQuery = z.output<typeof listQuery>;

/** What became of events at their subscriptions. */
export const deliveryRoutes = (needs: EventRouteNeeds): Route[] => [
  defineRoute({
    method: 'get',
    path: PATH,
    operationId: 'listEventDeliveries',
    tag: TAG,
    summary: 'Deliveries to your subscriptions, newest first',
    permission: EVENTS_READ,
    query: listQuery,
    answers: {
      200: {
        description: 'A page of them.',
        schema: z.array(deliveryView),
        headers: PAGE_HEADERS,
      },
    },
    handler: (context) => list(context, needs),
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/{id}/replay`,
    operationId: 'replayEventDelivery',
    tag: TAG,
    summary: 'Send a delivery again',
    description:
      'At once, with all its attempts before it, under the same `webhook-id`; also to a subscription that failures have disabled. One that is just being sent is 409.',
    permission: EVENTS_WRITE,
    dryRun: false,
    answers: { 200: { description: 'It, as it is now.', schema: deliveryView } },
    errors: [409],
    handler: (context) => sendAgain(context, needs),
  }),
];

async function list(
  context: RouteContext<unknown, ListQuery>,
  { store, database, subscriptions }: EventRouteNeeds,
) {
  const { principal, query, request } = context;
  const { limit, cursor, subscription, event: eventId, ...same } = query;
  const before = placeOfCursor(cursor);
  const reach = eventReachOf(principal, store);
  const named = subscription === undefined ? undefined : uidOf(subscriptions.all(), subscription);
  const filter = { reach, eventId, subscriptionUid: named, ...same };
  const rows = await listDeliveries(database.kysely, filter, { limit: limit + 1, before });
  const total = await totalOf(context, () => countDeliveries(database.kysely, filter));
  const cursorOf = ({ created_at: at, id }: (typeof rows)[number]): string => cursorAt(at, id);
  return pageAnswer(rows, { limit, total, request, cursorOf, show: toDeliveryView });
}

/** Of none that there is, there are no deliveries. */
const uidOf = (all: readonly { name: string; uid: string }[], name: string): string =>
  all.find((one) => one.name === name)?.uid ?? '';

async function sendAgain(context: RouteContext, needs: EventRouteNeeds) {
  const { database, store } = needs;
  const id = idIn(context);
  const reach = eventReachOf(context.principal, store);
  const found = await deliveriesOf(database.kysely, { id, reach });
  if (found.length === 0) throw unknown();
  await context.writes?.begin();
  const outcome = await needs.replay(id);
  if (outcome === 'unknown') throw unknown();
  if (outcome === 'underway') {
    throw new Problem(409, 'It is just being sent: look at it again in a moment.');
  }
  const [now] = await needs.waitFor({ id, reach });
  if (!now) throw unknown();
  return { status: 200, body: toDeliveryView(now) };
}

const unknown = (): Problem =>
  new Problem(404, 'There is no delivery by that id, or its event is not kept any more.');
