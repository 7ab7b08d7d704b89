import { expect, it } from 'vitest';
import { authenticateByTable } from './authenticate.ts';

it('on one machine a token of the table is its service, and any other is nobody', async () => {
  const authenticate = authenticateByTable(new Map([['secret', 'gateway']]));
  expect(await authenticate('secret')).toEqual({ service: 'gateway', pod: undefined });
  expect(await authenticate('Secret')).toBeUndefined();
});
