import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { ByteBudget } from '../../memory/byte-budget.ts';
import type { Ending } from '../ending.ts';
import type { Exchange } from '../exchange.ts';
import type { AnswerOwner } from './answer-reader.ts';
import { RejectionReader } from './rejection-reader.ts';

function rejected(limit: number) {
  const errorBytes = new ByteBudget(limit);
  const response = new EventEmitter();
  const endings: Ending[] = [];
  const owner = { ended: (ending) => endings.push(ending) } as Partial<AnswerOwner> as AnswerOwner;
  const exchange = { gateway: { errorBytes }, response } as unknown as Exchange;
  const reader = new RejectionReader({ owner, status: 400, exchange });
  return { reader, errorBytes, response, endings };
}

it('an error counts as held until its client has it', () => {
  const { reader, errorBytes, response, endings } = rejected(100);
  reader.push(Buffer.alloc(40));
  reader.end();
  reader.drop();
  expect(endings).toMatchObject([{ kind: 'rejected', status: 400, body: { length: 40 } }]);
  expect(errorBytes.used).toBe(40);
  response.emit('close');
  expect(errorBytes.used).toBe(0);
});

it('an error for which there is no memory ends with what there is', () => {
  const { reader, errorBytes, endings } = rejected(100);
  reader.push(Buffer.alloc(90));
  reader.push(Buffer.alloc(20));
  expect(endings).toMatchObject([{ body: { length: 90 } }]);
  expect(errorBytes.used).toBe(90);
});
