import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FailedClients } from './failed-clients.ts';

function connection() {
  const made = {
    closed: 0,
    close: () => {
      made.closed += 1;
      return Promise.reject(new Error('it is gone'));
    },
  };
  return made;
}

it('closes a connection that failed, once, with the last of its calls', () => {
  const clients = new FailedClients();
  const one = connection();
  clients.begin(one);
  clients.begin(one);
  clients.fail(one);
  clients.end(one);
  expect(one.closed).toBe(0);
  clients.fail(one);
  clients.end(one);
  expect(one.closed).toBe(1);
});

it('leaves every other connection open', () => {
  const clients = new FailedClients();
  const one = connection();
  clients.begin(one);
  clients.end(one);
  expect(one.closed).toBe(0);
});

it('closes one that nobody uses at once, and one that is only just taken with its call', async () => {
  const clients = new FailedClients();
  const [idle, taken] = [connection(), connection()];
  clients.fail(idle);
  clients.fail(taken);
  clients.begin(taken);
  await nextTurn();
  expect([idle.closed, taken.closed]).toEqual([1, 0]);
  clients.end(taken);
  expect(taken.closed).toBe(1);
});
