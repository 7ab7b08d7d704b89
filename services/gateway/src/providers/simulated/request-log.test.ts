import { expect, it } from 'vitest';
import { RequestLog } from './request-log.ts';

it('remembers the newest, however many came', () => {
  const log = new RequestLog(3);
  for (const id of ['a', 'b', 'c', 'd', 'e']) log.add(id);
  expect(log.toJson()).toEqual({ count: 5, request_ids: ['c', 'd', 'e'] });
});

it('counts what came before each', () => {
  const log = new RequestLog();
  expect([log.add('a'), log.add(undefined), log.add(['x', 'y'])]).toEqual([0, 1, 2]);
  expect(log.toJson().request_ids).toEqual(['a', null, 'x']);
});
