import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HeldIds } from './held-ids.ts';
import { isVendorId } from './vendor-id.ts';

it.each(['', '.', '..', '\ud800', 'a\udc00', 'x'.repeat(513), null, undefined, 1, ['a']])(
  '%j is no id of a provider',
  (value) => {
    expect(isVendorId(value)).toBe(false);
  },
);

it('any other text can be asked for, sealed and opened', () => {
  const ids = new HeldIds('secret');
  const place = { provider: 'up', identity: 'i', credential: 'c' };
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 128 }), (upstreamId) => {
      fc.pre(!['', '.', '..'].includes(upstreamId));
      expect(isVendorId(upstreamId)).toBe(true);
      expect(decodeURIComponent(encodeURIComponent(upstreamId))).toBe(upstreamId);
      const scope = { key: 'alice' } as Parameters<HeldIds['seal']>[0];
      const id = ids.seal(scope, 'batch', { ...place, upstreamId });
      expect(ids.open(scope, 'batch', id)).toMatchObject({ upstreamId });
    }),
  );
});
