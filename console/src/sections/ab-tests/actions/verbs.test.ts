import { expect, it } from 'vitest';
import { isStatus, verbsFrom, type Status } from './verbs.ts';

const labels = (status: Status) => verbsFrom(status).map(({ label }) => label);

it('offers what the API takes from each state', () => {
  expect(labels('draft')).toEqual(['Start']);
  expect(labels('running')).toEqual(['Pause', 'Promote', 'Roll back', 'Stop']);
  expect(labels('paused')).toEqual(['Go on', 'Promote', 'Roll back', 'Stop']);
  expect(labels('promoted')).toEqual([]);
  expect(labels('stopped')).toEqual([]);
});

it('says which model answers then', () => {
  const promote = verbsFrom('running').find(({ path }) => path === 'promote');
  expect(promote?.text({ base: 'big', variant: 'small' })).toContain(
    'small answers all requests for big',
  );
});

it('knows no other states', () => {
  expect(isStatus('running')).toBe(true);
  expect(isStatus('toString')).toBe(false);
  expect(isStatus(undefined)).toBe(false);
});
