import { expect, it } from 'vitest';
import { decisionRecord } from '@aicp/contracts/decision/decision-record';
import { DecisionLog } from './decision-log.ts';
import { Decision } from './decision.ts';

const decision = (id: string) =>
  new Decision({
    id,
    at: Date.UTC(2026, 0, 1),
    requestId: `r-${id}`,
    revision: '1.1',
    requestedModel: undefined,
    attributes: { team: 'x' },
    steps: [{ stage: 'resolve', outcome: 'model' }],
    candidates: [{ id: 'm' }],
    result: { result: 'serve', model: 'm', provider: 'p', status: 200, code: null, message: null },
  });

it('keeps the newest, newest first, and no more than it may', () => {
  const log = new DecisionLog({ capacity: 3 });
  expect(log.newest()).toEqual([]);
  log.add(decision('a'));
  expect(log.newest().map((one) => one.id)).toEqual(['a']);
  for (const id of ['b', 'c', 'd', 'e']) log.add(decision(id));
  expect(log.newest().map((one) => one.id)).toEqual(['e', 'd', 'c']);
});

it('a decision is what the contract says', () => {
  const record = decision('a').toRecord();
  expect(decisionRecord.parse(record)).toEqual(record);
  expect(record).toMatchObject({
    at: '2026-01-01T00:00:00.000Z',
    asked_model: null,
    candidates: ['m'],
  });
});
