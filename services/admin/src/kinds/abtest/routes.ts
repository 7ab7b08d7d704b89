import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import type { ABTEST_STATES } from '@aicp/crds/abtest';
import type { Route } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import {
  idIn,
  objectAnswer,
  objectDeclaration,
} from '../../resources/collections/collection-routes.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import type { Spec } from '../../resources/collection.ts';

type State = (typeof ABTEST_STATES)[number];

interface Verb {
  readonly from: readonly State[];
  readonly to: State;
  readonly summary: string;
}

/** draft → running ⇄ paused → stopped, promoted or rolled back. */
const VERBS = {
  start: { from: ['draft', 'paused'], to: 'running', summary: 'Send traffic to the variant' },
  pause: { from: ['running'], to: 'paused', summary: 'Send no traffic to the variant for now' },
  stop: { from: ['running', 'paused'], to: 'stopped', summary: 'End without a decision' },
  promote: { from: ['running', 'paused'], to: 'promoted', summary: 'Decide for the variant' },
  rollback: { from: ['running', 'paused'], to: 'rolled_back', summary: 'Decide against it' },
} as const satisfies Record<string, Verb>;

/** The verbs that move an A/B test from state to state. */
export const abtestRoutes = (service: CollectionService, clock: Clock): Route[] =>
  Object.entries<Verb>(VERBS).map(([name, verb]) =>
    defineRoute({
      method: 'post',
      path: `/api/v1/ab-tests/{id}/${name}`,
      operationId: `${name}AbTest`,
      summary: verb.summary,
      description: `From ${verb.from.join(' or ')} to ${verb.to}; from any other state it is 409.`,
      tag: service.collection.tag,
      permission: permissionTo('write', service.collection),
      answers: { 200: objectDeclaration(service, 'It, as it is now.') },
      handler: async (context) => {
        const seen = await service.get(context, idIn(context));
        const written = await service.change(context, seen, {
          action: name,
          fields: ['state', 'startedAt'],
          change: ({ spec }) => moved(spec, verb, { name, at: clock.now() }),
        });
        return await objectAnswer(service, context, written);
      },
    }),
  );

/** A spec in the state that a verb leads to. Throws a Problem (409) where it does not lead there from the present one. */
function moved(spec: Spec, verb: Verb, { name, at }: { name: string; at: number }): Spec {
  const state = (spec['state'] ?? 'draft') as State;
  if (!verb.from.includes(state)) {
    throw new Problem(
      409,
      `This A/B test is ${state}; ${name} is for one that is ${verb.from.join(' or ')}.`,
    );
  }
  const isFirst = verb.to === 'running' && spec['startedAt'] === undefined;
  return { ...spec, state: verb.to, ...(isFirst ? { startedAt: new Date(at).toISOString() } : {}) };
}
