import { EventEmitter } from 'node:events';
import { expect, it, describe } from 'vitest';
import { ByteBudget } from '../../memory/byte-budget.ts';
import type { Ending } from '../exchange/phases.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { AnswerOwner } from './answer-reader.ts';
import { RejectionReader } from './rejection-reader.ts';
import fc from 'fast-check';
import { TailBytes } from './document-relay.ts';

describe('rejection reader', () => {
  function rejected(limit: number) {
    const errorBytes = new ByteBudget(limit);
    const response = new EventEmitter();
    const endings: Ending[] = [];
    const owner = {
      ended: (ending) => endings.push(ending),
    } as Partial<AnswerOwner> as AnswerOwner;
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
});

describe('tail bytes', () => {
  it('keeps the last bytes, in whatever pieces they come', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 20 });
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 16 }), (chunks, size) => {
        const tail = new TailBytes(size);
        for (const chunk of chunks) tail.add(Buffer.from(chunk));
        const all = Buffer.concat(chunks);
        expect(tail.bytes).toEqual(all.subarray(-size));
      }),
    );
  });
});
