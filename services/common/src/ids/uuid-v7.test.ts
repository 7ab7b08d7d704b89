import { describe, expect, it } from 'vitest';
import { uuidV7 } from './uuid-v7.ts';

describe('uuidV7', () => {
  it('has the version, the variant and the time of RFC 9562', () => {
    const id = uuidV7(0x0191_2345_6789);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id.replaceAll('-', '').slice(0, 12)).toBe('019123456789');
  });

  it('sorts by time', () => {
    expect(uuidV7(1_000) < uuidV7(1_001)).toBe(true);
    expect(uuidV7(1_001) > uuidV7(1_000)).toBe(true);
  });

  it('never repeats itself, across refills of its pool', () => {
    const ids = Array.from({ length: 5_000 }, () => uuidV7(1_700_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('draws all four variants', () => {
    const variants = new Set(Array.from({ length: 500 }, () => uuidV7(1).charAt(19)));
    expect([...variants].sort().join('')).toBe('89ab');
  });
});
