import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RecordSeal, recordIdOf } from './sealing.ts';

const bytes = Buffer.alloc(32, 1);
const usual = { id: 'r', key: 'k', secret: { id: 's', bytes }, randomBytes };
const sealOf = (changes: Partial<typeof usual> = {}) => new RecordSeal({ ...usual, ...changes });

describe('a kept answer', () => {
  it('is opened by the secret and the key together', () => {
    const sealed = sealOf().seal('aicp_ä');
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('aicp_');
    expect(sealOf().open(sealed)).toBe('aicp_ä');
  });

  it.each([
    ['another key', { key: 'l' }],
    ['another secret', { secret: { id: 's', bytes: Buffer.alloc(32, 2) } }],
    ['the place of another record', { id: 'q' }],
  ])('is not opened with %s', (_, changes) => {
    expect(sealOf(changes).open(sealOf().seal('aicp_'))).toBeUndefined();
  });

  it('is not opened where it was changed, or cut', () => {
    const sealed = Buffer.from(sealOf().seal('aicp_'), 'base64');
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = Buffer.from(sealed);
      changed[place]! ^= 1;
      expect(sealOf().open(changed.toString('base64')), String(place)).toBeUndefined();
      expect(sealOf().open(sealed.subarray(0, place).toString('base64'))).toBeUndefined();
    }
  });

  it('never looks the same twice', () => {
    expect(sealOf().seal('aicp_')).not.toBe(sealOf().seal('aicp_'));
  });
});

describe('a fingerprint', () => {
  it('is the same for the same request, and tells nothing to who lacks the secret', () => {
    const parts = ['POST', '/a', null, 'digest'];
    expect(sealOf().fingerprint(parts)).toBe(sealOf().fingerprint(parts));
    expect(sealOf().fingerprint(parts)).not.toBe(sealOf({ key: 'l' }).fingerprint(parts));
    expect(sealOf().fingerprint(parts)).not.toBe(
      sealOf({ secret: { id: 's', bytes: Buffer.alloc(32, 2) } }).fingerprint(parts),
    );
  });

  it('does not confuse where one part ends and the next begins', () => {
    expect(sealOf().fingerprint(['ab', 'c'])).not.toBe(sealOf().fingerprint(['a', 'bc']));
    expect(recordIdOf('ab', 'c')).not.toBe(recordIdOf('a', 'bc'));
  });
});
