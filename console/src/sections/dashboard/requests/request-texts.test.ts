import { describe, expect, it } from 'vitest';
import {
  detailText,
  momentsOf,
  outcomeText,
  stageTitle,
  type Attempt,
  type Step,
} from './request-texts.ts';

const step = (stage: string): Step => ({ stage, outcome: 'done' });
const attempt: Attempt = {
  ...{ number: 1, provider: 'p', model: 'm', outcome: 'answered' },
  ...{ reason: null, latency_ms: 12, first_token_ms: null },
};

const told = (steps: readonly string[]) =>
  momentsOf({ steps: steps.map(step), attempts_made: [attempt] }).map((moment) =>
    moment.kind === 'step' ? moment.step.stage : 'attempt',
  );

describe('what happened to a request', () => {
  it('has the attempts behind the step that sends', () => {
    expect(told(['resolve', 'dispatch', 'usage'])).toEqual([
      ...['resolve', 'dispatch', 'attempt', 'usage'],
    ]);
  });

  it('has them at the end where the decision is not kept', () => {
    expect(told([])).toEqual(['attempt']);
  });

  it('is told in plain words, also of a stage that is not known here', () => {
    expect(stageTitle('authenticate')).toBe('Who asks');
    expect(stageTitle('pii-scan')).toBe('Pii scan');
  });
});

it('says what came of a stage in words', () => {
  const usage = { stage: 'usage', outcome: 'provider', detail: 'client_gone' };
  expect(outcomeText(usage)).toBe('As the provider counted');
  expect(detailText(usage)).toBe('The client left before its end');
  expect(outcomeText({ stage: 'policies', outcome: 'not_permitted' })).toBe('Not permitted');
  expect(detailText({ stage: 'resolve', detail: 'complete' })).toBe('complete');
});
