import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';

import { defineRoute } from '../access/define-route.ts';
import { permissionTo } from '../access/permissions.ts';
import { idIn } from '../resources/collections/collection-routes.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import type { ObjectStore } from '../resources/store.ts';
import { trialOf, type Trial } from './looking/trial-of.ts';
import type { TrialWatch } from './looking/trial-watch.ts';
import type { ResultStore } from './results/result-store.ts';
import { trialResults } from './results/trial-results.ts';

export interface ResultNeeds {
  readonly service: CollectionService;
  readonly store: Pick<ObjectStore, 'find'>;
  readonly watch: Pick<TrialWatch, 'look'>;
  readonly results: Pick<ResultStore, 'of'>;
}

const collected = trialResults
  .pick({
    at: true,
    base_metrics: true,
    variant_metrics: true,
    verdict: true,
    recommendation: true,
    reason: true,
  })
  .meta({ id: 'AbTestMetrics' });
const answered = trialResults.meta({ id: 'AbTestResults' });

/** What became of the requests of A/B tests, and what follows from it. */
export function abtestResultRoutes(needs: ResultNeeds): Route[] {
  const { collection } = needs.service;
  const common = { tag: collection.tag, permission: permissionTo('read', collection) };
  return [
    defineRoute({
      ...common,
      method: 'post',
      path: '/api/v1/ab-tests/{id}/collect-metrics',
      operationId: 'collectAbTestMetrics',
      summary: 'Look at what became of its requests now',
      description:
        'Reads the requests that came since the last look; the first look reads all. What is recommended follows from intervals that hold however often it is asked. Nothing is decided by this.',
      answers: { 200: { description: 'How its arms stand.', schema: collected } },
      errors: [503],
      handler: async (context) => {
        const found = await needs.watch.look(await trialIn(needs, context));
        return { status: 200, body: collected.strip().parse(found) };
      },
    }),
    defineRoute({
      ...common,
      method: 'get',
      path: '/api/v1/ab-tests/{id}/results',
      operationId: 'getAbTestResults',
      summary: 'What is known of it',
      description:
        'As of the last look: of a running test it is about half a minute old. Where nobody has looked yet, somebody does.',
      answers: { 200: { description: 'The results.', schema: answered } },
      errors: [503],
      handler: async (context) => {
        const trial = await trialIn(needs, context);
        const known = await needs.results.of(trial.uid);
        return { status: 200, body: known?.results ?? (await needs.watch.look(trial)) };
      },
    }),
  ];
}

async function trialIn({ service, store }: ResultNeeds, context: RouteContext): Promise<Trial> {
  const trial = trialOf(store, await service.get(context, idIn(context)));
  if (trial) return trial;
  throw new Problem(
    409,
    'The spec of this A/B test cannot be read: its conditions say what is wrong with it.',
  );
}
