import type { Principal } from '@aicp/api-kit/access/principal';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import type { AccessDirectory } from '../access/directory.ts';
import { defineRoute } from '../access/define-route.ts';
import { permissionTo } from '../access/permissions.ts';
import { decisionReachOf } from '../decisions/decision-reach.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import { schemasOf } from '../resources/collection-schemas.ts';
import type { ObjectStore } from '../resources/store.ts';
import { pastPeriod } from '../spend/ledger/past-period.ts';
import { requireLedger } from '../spend/ledger/require-ledger.ts';
import { organizationReach } from '../spend/ledger/spend-reach.ts';
import {
  tablesOf,
  type KnownRouting,
  type RoutingSnapshot,
} from '../kinds/routing-policy/routing-snapshot.ts';
import { changedPolicies } from './changed-policies.ts';
import { policyFragmentOf } from './policy-fragment.ts';
import type { ReplayTables } from './replay/replay.ts';
import { simulatedPolicyOf } from './simulated-policy.ts';
import { simulationAnswer, simulationSchema } from './simulation-answer.ts';
import { SimulationPlaces } from './simulation-places.ts';
import { Simulation, type SimulationLedger } from './simulation.ts';
import { UnknownAttributes } from './replay/unknown-attributes.ts';

export interface SimulateOptions {
  readonly service: CollectionService;
  readonly routing: RoutingSnapshot;
  readonly directory: Pick<AccessDirectory, 'keys'>;
  readonly store: Pick<ObjectStore, 'find'>;
  readonly clock: Clock;
  /** Absent in an installation without a budget service. */
  readonly ledger: SimulationLedger | undefined;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 30;
/** So many of the newest decisions are looked at. */
const MOST_DECISIONS = 200_000;

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
const MOMENT = { document: { type: 'string', examples: ['2026-11-20T00:00:00Z'] } };

const bodyOf = ({ collection }: CollectionService) =>
  z.strictObject({
    policy: schemasOf(collection).created.meta({
      document: {
        description:
          'A policy as POST /api/v1/routing-policies takes it. With the `id` of one that there is, what is sent changes that one; with `remove: true` too, it is taken away.',
        type: 'object',
      },
    }),
    since: moment.optional().meta({
      ...MOMENT,
      description: `From when on; ${MOST_DAYS} days ago at most. A day ago, if absent. RFC 3339, or a date (UTC).`,
    }),
    until: moment
      .optional()
      .meta({ ...MOMENT, description: 'Before when; now, if absent. RFC 3339, or a date (UTC).' }),
    organization_id: z.string().min(1).max(253).optional().meta({
      description: 'Only requests of this organization.',
    }),
  });
type SimulateBody = z.output<ReturnType<typeof bodyOf>>;

/** `POST /routing-policies/simulate`: what a policy would have changed in recorded traffic. */
export function simulateRoute(options: SimulateOptions): Route {
  const { collection } = options.service;
  const places = new SimulationPlaces();
  return defineRoute({
    method: 'post',
    path: '/api/v1/routing-policies/simulate',
    operationId: 'simulateRouting',
    summary: 'Say what a policy would have changed in recorded traffic',
    description: `Routes the recorded decisions again, without the policy and with it, and says how the two differ. Stores nothing and calls no model. Names, lists, tiers, prices and the other policies are those of the newest committed configuration; what each request said, and what its candidates were like, is what was recorded. Of a group, members keep the order in which they were tried. The newest ${MOST_DECISIONS} decisions at most are looked at: \`cut_at\` says where it ended. An organization's administrator simulates policies of the own organization on its own requests.`,
    tag: collection.tag,
    permission: permissionTo('write', collection),
    dryRun: false,
    body: bodyOf(options.service),
    bodyExample: {
      policy: { name: 'No premium for interns', condition: 'team == interns', action: 'deny' },
      since: '2026-11-20T00:00:00Z',
    },
    answers: { 200: { description: 'What would have changed.', schema: simulationSchema } },
    errors: [503],
    handler: async (context) => {
      const giveBack = places.take(context.principal.organizationId);
      try {
        return { status: 200, body: await simulated(options, context) };
      } finally {
        giveBack();
      }
    },
  });
}

async function simulated(
  { service, routing, directory, store, clock, ledger }: SimulateOptions,
  context: RouteContext<unknown, unknown, SimulateBody>,
) {
  const { body, principal } = context;
  const known = routing.current;
  const period = pastPeriod(
    { sinceMs: millisecondsOf(body.since), untilMs: millisecondsOf(body.until) },
    clock.now(),
    { usualMs: DAY_MS, mostDays: MOST_DAYS, isBeforeNow: true },
  );
  const book = requireLedger(ledger);
  const wanted = await simulatedPolicyOf(service, context, { ...body, nowMs: clock.now() });
  const fragment = wanted.policy && policyFragmentOf(wanted.policy, { ...known.tables, ...known });
  const { policies, conflictsWith } = changedPolicies(known.policies, wanted.id, fragment);
  const reach = reachOf(principal, body, store);
  const simulation = new Simulation({
    ledger: book,
    before: replayTables(known, known.policies),
    after: replayTables(known, policies),
    keys: new Map([...directory.keys()].map((key) => [key.id, key])),
    reach: reach ?? {},
    ...period,
    most: reach ? MOST_DECISIONS : 0,
  });
  return simulationAnswer(await simulation.run(), {
    ...period,
    id: wanted.id,
    conflictsWith,
    isIdle: fragment === undefined && !wanted.isRemoved,
    revision: known.tables.revision,
  });
}

const millisecondsOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

const replayTables = (
  { parts, tables, policies: own, budgets }: KnownRouting,
  policies: KnownRouting['policies'],
): ReplayTables => ({
  tables: policies === own ? tables : tablesOf({ ...parts, policies }),
  budgets,
  unknown: new UnknownAttributes(policies),
});

/** Whose decisions are looked at; undefined: there are none that the caller may see. */
function reachOf(
  principal: Principal,
  { organization_id: asked }: SimulateBody,
  store: SimulateOptions['store'],
) {
  const organization = organizationReach(principal, 'decisions:read', asked);
  const reach = decisionReachOf(principal, store);
  return reach && { ...reach, ...(organization === undefined ? {} : { organization }) };
}
