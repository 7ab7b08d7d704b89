import { describe, expect, it } from 'vitest';
import { GROUNDS, lineLook, LOOKS, type Scheme } from './line-look.ts';

const ALL = Array.from({ length: LOOKS }, (_, index) => index);

/** Relative luminance, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('lines of charts', () => {
  it.each(['light', 'dark'] as const)('stand out from the ground (%s)', (scheme: Scheme) => {
    for (const index of ALL) {
      expect(contrast(lineLook(index, scheme).color, GROUNDS[scheme])).toBeGreaterThanOrEqual(3);
    }
  });

  it('look different from one another', () => {
    expect(new Set(ALL.map((index) => JSON.stringify(lineLook(index, 'light')))).size).toBe(LOOKS);
  });

  it('that stand side by side differ without their colours', () => {
    const dashes = [0, 1, 2, 3, 4].map((index) => lineLook(index, 'dark').dash.join());
    expect(new Set(dashes).size).toBe(5);
  });
});
