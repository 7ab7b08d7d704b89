import { invalid } from '@aicp/api-kit/route/field-errors';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { EVENT_TYPES, type EventType } from '@aicp/contracts/checks/event-types';
import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import { eventSubscription } from '@aicp/crds/event-subscription';
import type { Subscription } from '@aicp/events/channels/channel';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import { eventIdOf } from '@aicp/events/outbox/event-draft';
import { matchesType } from '@aicp/events/routing/matches';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { scopeOf } from '../../access/permissions.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import { EVENTS_WRITE } from './event-reach.ts';
import { toSubscription } from '../subscriptions/stored-subscriptions.ts';
import type { EventRouteNeeds } from './event-route-needs.ts';
import { deliveryView, toDeliveryView } from './event-views.ts';

/** The longest payload, bytes of JSON: deliveries are to be less than 20 kB. */
const MOST_BYTES = 15_000;

const payload = z.record(z.string().max(200), z.unknown()).optional().meta({
  description: 'Data of the event; the example of its type where none is sent.',
});
const eventType = z.enum(EVENT_TYPES).meta({ description: 'Which event.' });

const testBody = z.strictObject({ event_type: eventType, payload });
const ofOneBody = z.strictObject({ event_type: eventType.optional(), payload });

const answered = z
  .object({
    event_id: z.string().meta({ description: 'Of the event that was made.' }),
    deliveries: z.array(deliveryView).meta({
      description: 'What became of it within five seconds, at each subscription.',
    }),
  })
  .meta({ id: 'EventTest' });

/** Events that are made for a trial: marked as such, and for the caller's own subscriptions alone. */
export const testRoutes = (needs: EventRouteNeeds): Route[] => [
  defineRoute({
    method: 'post',
    path: '/api/v1/events/test',
    operationId: 'testEvent',
    tag: 'Events',
    summary: 'Make an event for a trial',
    description:
      'It has `test: true`, and reaches your own active subscriptions to its type: those of your organization, or the platform’s.',
    permission: EVENTS_WRITE,
    dryRun: false,
    body: testBody,
    bodyExample: { event_type: 'budget.exceeded', payload: { spent_usd: 12.5 } },
    answers: { 200: { description: 'What became of it.', schema: answered } },
    handler: async (context) => {
      const { event_type: type, payload: data } = context.body;
      const own = ownOf(context, needs).filter(
        ({ isActive, eventTypes }) => isActive && matchesType(eventTypes, type),
      );
      return await test(context, needs, { type, data, own });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/v1/events/subscriptions/{id}/test',
    operationId: 'testEventSubscription',
    tag: eventSubscription.api?.tag ?? 'Event subscriptions',
    summary: 'Send a subscription an event for a trial',
    description:
      'Of the first type that it subscribes to where none is named; also where it is inactive, or disabled by failures.',
    permission: EVENTS_WRITE,
    dryRun: false,
    body: ofOneBody.default({}),
    answers: { 200: { description: 'What became of it.', schema: answered } },
    handler: async (context) => {
      const object = await needs.service.get(context, idIn(context));
      const one = toSubscription(object);
      const { event_type: named, payload: data } = context.body;
      const type = named ?? EVENT_TYPES.find((each) => matchesType(one.eventTypes, each));
      return await test(context, needs, { type: type ?? 'budget.exceeded', data, own: [one] });
    },
  }),
];

/** An organization's administrators try what is their organization's, the platform's administrators what is the platform's. */
function ownOf(
  { principal }: RouteContext,
  { subscriptions }: EventRouteNeeds,
): readonly Subscription[] {
  const isAll = scopeOf(principal.role, EVENTS_WRITE) === 'all';
  const owner = isAll ? undefined : principal.organizationId;
  if (!isAll && owner === undefined) return [];
  return subscriptions.ofObjects().filter(({ organization }) => organization === owner);
}

interface Trial {
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly own: readonly Subscription[];
}

async function test(context: RouteContext, needs: EventRouteNeeds, { type, data, own }: Trial) {
  requireShort(data);
  const { database, clock } = needs;
  const [first] = own;
  const organization = first ? first.organization : context.principal.organizationId;
  const draft = {
    type,
    uid: 'test',
    transition: uuidV7(clock.now()),
    at: new Date(clock.now()),
    subject: `Test/${context.principal.subject}`.slice(0, 300),
    organization,
    data: data ?? EVENT_CATALOG[type].example,
    onlyTo: own.map(({ name }) => name),
    isTest: true,
  };
  await context.writes?.begin();
  await emitEvents(database.kysely, [draft]);
  const eventId = eventIdOf(draft);
  const reach = { organization };
  const rows = own.length > 0 ? await needs.waitFor({ eventId, reach }, own.length) : [];
  return { status: 200, body: { event_id: eventId, deliveries: rows.map(toDeliveryView) } };
}

function requireShort(data: Trial['data']): void {
  if (data === undefined || Buffer.byteLength(JSON.stringify(data)) <= MOST_BYTES) return;
  const message = `must be less than ${MOST_BYTES} bytes as JSON: receivers take no longer ones`;
  throw invalid([{ path: 'payload', message }]);
}
