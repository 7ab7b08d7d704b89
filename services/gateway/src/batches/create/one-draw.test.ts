import type { CandidateStats } from '@aicp/contracts/routing/catalog/candidate-stats';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import { expect, it } from 'vitest';
import { oneDraw } from './one-draw.ts';

it('gives each request of a batch what the first one drew, however many draws it takes', () => {
  let count = 0;
  const next = oneDraw({
    random: () => {
      count += 1;
      return count / 10;
    },
  });
  const draws = (many: number): number[] => {
    const { random } = next();
    return Array.from({ length: many }, random);
  };
  expect([draws(2), draws(3), draws(1), draws(3)]).toEqual([
    ...[
      [0.1, 0.2],
      [0.1, 0.2, 0.3],
    ],
    ...[[0.1], [0.1, 0.2, 0.3]],
  ]);
  expect(count).toBe(3);
});

it('shows each request of a batch the models as the first one saw them', () => {
  let seen = 0;
  const figure = (): number => (seen += 1);
  const stats: CandidateStats = {
    ...{ p95Ms: () => undefined, errorRate: figure, isTried: () => figure() > 0 },
    ...{ inFlight: figure, meanMs: figure, tokensThisMinute: figure },
  };
  const next = oneDraw({ random: () => 0, stats });
  const [one, other] = [{ id: 'one' }, { id: 'other' }] as RoutingModel[] as [
    RoutingModel,
    RoutingModel,
  ];
  const inFlight = () => [one, other].map((model) => next().stats.inFlight(model));
  expect([inFlight(), inFlight()]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect([next().stats.meanMs(one), next().stats.meanMs(one)]).toEqual([3, 3]);
});

it('says nothing of models where nothing is known of them', () => {
  expect('stats' in oneDraw({ random: () => 0 })()).toBe(false);
});
