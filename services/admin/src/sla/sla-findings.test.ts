import { expect, it } from 'vitest';
import type { Standing } from './evaluation/standing.ts';
import { slaFindings } from './sla-findings.ts';

const NOON = Date.UTC(2026, 10, 24, 12);

const standing = (budgetLeft: number | undefined, isBurning = false): Standing => ({
  objective: {
    ...{ kind: 'SLADefinition', uid: 'uid-fast', name: 'fast', organization: undefined },
    ...{ organizationUid: undefined, provider: 'openai', models: ['gpt-4o'], windowMinutes: 1 },
    targets: [{ metric: 'p95_ms', value: 400 }],
    ...{ alertChannels: [], isShared: false, sinceMs: 0, modelsSinceMs: new Map() },
  },
  models: [
    {
      ...{ model: 'gpt-4o', requests: 100, measured: {} },
      metrics: [
        {
          ...{ metric: 'p95_ms', value: 400, state: 'met', actual: 300, isClear: true },
          ...{ severity: 'warning', burnRates: new Map(), budgetLeft },
          burning: isBurning ? ['page'] : [],
        },
      ],
    },
  ],
});

it.each([
  [0.79, false, 'Enough', '79 % of the error budget of 30 days is left.'],
  [
    0.2,
    true,
    'BurningFast',
    '20 % of the error budget of 30 days is left, and it is used up too fast.',
  ],
  [0, false, 'UsedUp', 'The error budget of 30 days is used up.'],
  [-7.79, true, 'UsedUp', 'The error budget of 30 days is overdrawn: 879 % of it is used.'],
  [undefined, false, 'TooFewRequests', 'There were too few requests in the last 30 days to tell.'],
])('of %j of an error budget is said what is left', (left, isBurning, reason, message) => {
  const [finding] = slaFindings([standing(left, isBurning)], NOON);
  const said = finding?.conditions.find(({ type }) => type === 'ErrorBudgetLeft');
  expect(said).toMatchObject({ reason, message });
});
