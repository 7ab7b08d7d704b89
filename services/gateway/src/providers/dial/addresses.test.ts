import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressOrder } from './addresses.ts';

const four = (last: number): string => `192.0.2.${last}`;
const six = (last: number): string => `2001:db8::${last}`;

describe('the order of addresses', () => {
  it('has another one first each time, and the families in turn', () => {
    const order = new AddressOrder({ monotonic: () => 0 });
    const addresses = [six(1), six(2), four(1), four(2)];
    expect(order.order(addresses)).toEqual([six(1), four(1), six(2), four(2)]);
    expect(order.order(addresses)).toEqual([six(2), four(2), six(1), four(1)]);
    expect(order.order(addresses)).toEqual([six(1), four(1), six(2), four(2)]);
  });

  it('has those last that failed within half a minute, and none that worked since', () => {
    const now = { ms: 0 };
    const order = new AddressOrder({ monotonic: () => now.ms });
    const addresses = [four(1), four(2), four(3)];
    order.failed(four(1));
    expect(order.order(addresses).at(-1)).toBe(four(1));
    expect(order.order(addresses).at(-1)).toBe(four(1));
    now.ms = 30_000;
    expect(order.order(addresses)[0]).toBe(four(3));
    expect(order.order(addresses)[0]).toBe(four(1));
    order.failed(four(2));
    order.worked(four(2));
    expect(order.order(addresses)[0]).toBe(four(2));
  });

  it('holds every address once, whatever failed', () => {
    const address = fc.oneof(fc.nat(9).map(four), fc.nat(9).map(six));
    fc.assert(
      fc.property(fc.uniqueArray(address), fc.array(address), (addresses, failed) => {
        const order = new AddressOrder({ monotonic: () => 0 });
        for (const one of failed) order.failed(one);
        expect(order.order(addresses).toSorted()).toEqual(addresses.toSorted());
      }),
    );
  });
});
