import { Problem } from '@aicp/common/errors/problem';
import { describe, expect, it } from 'vitest';
import { BodyRoom } from './body-room.ts';

const of = (caller: string, organization = 'acme') => ({ caller, organization });

const refusal = (attempt: () => unknown): Problem => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('it was taken');
};

describe('the room for bodies', () => {
  it('gives a caller so much at once, and again what was given back', () => {
    const room = new BodyRoom({ all: 100, ofCaller: 20 });
    const giveBack = room.take(of('ada'), 15);
    const { status, headers } = refusal(() => room.take(of('ada'), 6));
    expect([status, headers['Retry-After']]).toEqual([429, '1']);
    giveBack();
    giveBack();
    room.take(of('ada'), 20);
    expect(refusal(() => room.take(of('ada'), 1)).status).toBe(429);
  });

  it('gives an organization half of what others leave, however many keys it has', () => {
    const room = new BodyRoom({ all: 100, ofCaller: 20 });
    for (const caller of ['a', 'b']) room.take(of(caller), 20);
    room.take(of('c'), 10);
    expect(refusal(() => room.take(of('d'), 1)).detail).toContain('organization');
    room.take(of('eve', 'globex'), 20);
  });

  it('gives no more than there is', () => {
    const room = new BodyRoom({ all: 40, ofCaller: 20 });
    room.take(of('a', 'one'), 20);
    room.take(of('b', 'two'), 20);
    expect(refusal(() => room.take(of('c', 'three'), 1)).detail).toContain('Too much');
  });
});
