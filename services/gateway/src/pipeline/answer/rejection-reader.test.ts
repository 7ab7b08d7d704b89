import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { FairShares } from '../../memory/fair-shares.ts';
import { ERROR_BYTES, Holders } from '../../memory/holders.ts';
import { SharedBudget } from '../../memory/shared-budget.ts';
import type { Delivery, Ending } from '../exchange/phases.ts';
import type { AnswerOwner } from './answer-reader.ts';
import { RejectionReader } from './rejection-reader.ts';

const SHARES = { organization: 0.8, key: 1 };

/** Reads errors for which there are so many bytes together. */
function reading(limit: number, shares?: FairShares) {
  const errorBytes = new SharedBudget(limit, ERROR_BYTES, shares ?? new FairShares());
  const holders = new Holders();
  const open = (organization = 'acme') => {
    const response = new EventEmitter();
    const endings: Ending[] = [];
    const owner = {
      ended: (ending) => endings.push(ending),
    } as Partial<AnswerOwner> as AnswerOwner;
    const delivery = {
      exchange: { gateway: { errorBytes, holders }, response },
      routed: { principal: { organization, key: 'k' } },
    } as unknown as Delivery;
    const reader = new RejectionReader({ owner, status: 400, delivery });
    return { reader, response, endings };
  };
  return { errorBytes, holders, open };
}

it('an error counts as held until its client has it', () => {
  const { errorBytes, holders, open } = reading(100);
  const { reader, response, endings } = open();
  reader.push(Buffer.alloc(40));
  reader.end();
  reader.drop();
  expect(endings).toMatchObject([{ kind: 'rejected', status: 400, body: { length: 40 } }]);
  expect(errorBytes.used).toBe(40);
  response.emit('close');
  expect(errorBytes.used).toBe(0);
  expect(holders.of({ organization: 'acme', key: 'k' }).isIdle).toBe(true);
});

it('an error for which there is no memory ends with what there is', () => {
  const { errorBytes, open } = reading(100);
  const { reader, endings } = open();
  reader.push(Buffer.alloc(90));
  reader.push(Buffer.alloc(20));
  expect(endings).toMatchObject([{ body: { length: 90 } }]);
  expect(errorBytes.used).toBe(90);
});

it('errors of one organization leave memory for those of others', () => {
  const { errorBytes, open } = reading(100, new FairShares(SHARES));
  const lengths = Array.from({ length: 12 }, () => {
    const { reader, endings } = open();
    reader.push(Buffer.alloc(10));
    reader.end();
    return endings.map((ending) => (ending.kind === 'rejected' ? ending.body.length : 0))[0];
  });
  expect(lengths.filter((length) => length === 10)).toHaveLength(8);
  expect(errorBytes.refused).toBe(4);
  const { reader, endings } = open('globex');
  reader.push(Buffer.alloc(10));
  reader.end();
  expect(endings).toMatchObject([{ body: { length: 10 } }]);
});
