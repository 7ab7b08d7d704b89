import type { Clock } from '@aicp/common/time/clock';
import type { Route } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import { objectAnswer, objectDeclaration } from '../../resources/collections/object-answers.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { moved, VERBS, type Verb } from './life-cycle.ts';
import { movesRequests, requireOnlyOne } from './one-at-a-time.ts';

/** The verbs that move an A/B test from state to state. */
export const abtestRoutes = (
  service: CollectionService,
  store: ObjectStore,
  clock: Clock,
): Route[] =>
  Object.entries<Verb>(VERBS).map(([name, verb]) =>
    defineRoute({
      method: 'post',
      path: `/api/v1/ab-tests/{id}/${name}`,
      operationId: `${name}AbTest`,
      summary: verb.summary,
      description: `From ${verb.from.join(' or ')} to ${verb.to}; from any other state it is 409${movesRequests({ state: verb.to }) ? ', and where another test that is running or promoted has the same base model' : ''}.`,
      tag: service.collection.tag,
      permission: permissionTo('write', service.collection),
      answers: { 200: objectDeclaration(service, 'It, as it is now.') },
      handler: async (context) => {
        const seen = await service.get(context, idIn(context));
        const written = await service.change(context, seen, {
          action: name,
          fields: ['state', 'startedAt'],
          change: ({ spec, metadata }) => {
            const next = moved(spec, verb, { name, at: clock.now() });
            if (movesRequests(next) && !movesRequests(spec)) {
              requireOnlyOne(store, metadata.name, next);
            }
            return next;
          },
        });
        return await objectAnswer(service, context, written);
      },
    }),
  );
