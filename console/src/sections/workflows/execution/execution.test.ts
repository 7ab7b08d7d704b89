import { expect, it } from 'vitest';
import { isUnderWay, lookOf, openApprovals, questionOf, stepTitle, tookMs } from './execution.ts';

it('names the states that it knows, and tells others by their own word', () => {
  expect(lookOf('waiting')).toEqual({ label: 'Waiting', tone: 'quiet' });
  expect(lookOf('skipped').label).toBe('Skipped');
  expect(lookOf('toString')).toEqual({ label: 'toString', tone: 'quiet' });
});

it.each([
  ['pending', true],
  ['running', true],
  ['waiting', true],
  ['completed', false],
  ['failed', false],
  ['cancelled', false],
])('may still go on by itself when %s: %s', (status, may) => {
  expect(isUnderWay({ status })).toBe(may);
});

it('calls a step by its name and the way to it', () => {
  expect(stepTitle({ id: 'plan' })).toBe('plan');
  expect(stepTitle({ id: 'sum', path: 'each[2].sum', name: 'Sum up' })).toBe(
    'Sum up (each[2].sum)',
  );
  expect(stepTitle({ id: 'sum', path: 'each[2].sum', name: null })).toBe('each[2].sum');
});

it('asks people about approvals that wait, and about nothing else', () => {
  const steps = [
    { id: 'pause', type: 'wait', status: 'waiting' },
    { id: 'review', type: 'approval', status: 'waiting' },
    { id: 'before', type: 'approval', status: 'completed' },
  ];
  expect(openApprovals({ steps }).map(({ id }) => id)).toEqual(['review']);
  expect(openApprovals({})).toEqual([]);
});

it('tells how long something took, once it has ended', () => {
  const started_at = '2026-02-01T10:00:00Z';
  expect(tookMs({ started_at, ended_at: '2026-02-01T10:00:02Z' })).toBe(2000);
  expect(tookMs({ started_at, ended_at: '2026-02-01T09:59:59Z' })).toBe(0);
  expect(tookMs({ started_at })).toBeUndefined();
  expect(tookMs({ started_at: null, ended_at: null })).toBeUndefined();
});

it('tells what a person is asked, where the template says it', () => {
  expect(questionOf({ output: { title: 'Is it right?', message: 'Read it.' } })).toEqual([
    'Is it right?',
    'Read it.',
  ]);
  expect(questionOf({ output: { title: '', message: 3 } })).toEqual([]);
  expect(questionOf({ output: null })).toEqual([]);
});
