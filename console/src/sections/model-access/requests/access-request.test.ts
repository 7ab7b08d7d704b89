import { expect, it } from 'vitest';
import { queryOf, stepsOf, viewOf } from './access-request.ts';

it.each([
  ['pending', ['approve', 'deny']],
  ['approved', ['revoke']],
  ['denied', []],
  ['revoked', []],
  ['expired', []],
] as const)('lets somebody decide of a request that is %s: %j', (status, steps) => {
  expect(stepsOf(status)).toEqual(steps);
});

it('shows all requests where the address names no view', () => {
  expect(viewOf('')).toBe('all');
  expect(viewOf('queue')).toBe('queue');
});

it('asks for what a view shows', () => {
  expect(queryOf('all', 'ada')).toEqual({});
  expect(queryOf('mine', 'ada')).toEqual({ user_id: 'ada' });
  expect(queryOf('queue', 'ada')).toEqual({ status: 'pending' });
  expect(queryOf('granted', 'ada')).toEqual({ status: 'approved' });
});
