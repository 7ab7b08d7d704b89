import { describe, expect, it } from 'vitest';
import { momentsOf, stageTitle, type Attempt, type Step } from './request-texts.ts';

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
