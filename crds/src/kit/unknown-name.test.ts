import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';
import { listing, unknownField } from './unknown-name.ts';

describe('a name that is not known', () => {
  it.each([
    ['baseurl', ['base_url', 'type'], 'base_url'],
    ['dispaly_name', ['display_name', 'id'], 'display_name'],
    ['modle', ['model', 'type'], 'model'],
    ['name', ['mode', 'display_name'], 'display_name'],
    ['endpoint', ['base_url'], 'base_url'],
  ])('%s among %j is taken for %s', (name, known, meant) => {
    expect(nearestName(name, known)).toBe(meant);
  });

  it.each([
    ['colour', ['type', 'base_url']],
    ['ip', ['mode', 'xyz']],
    ['', ['type']],
  ])('%j among %j is taken for nothing', (name, known) => {
    expect(nearestName(name, known)).toBeUndefined();
  });

  it('is told of with the one that was meant, or with those that there are', () => {
    expect(unknownField('typ', ['type'])).toBe('there is no such field (did you mean type?)');
    expect(unknownField('x', ['type', 'region'])).toBe(
      'there is no such field: there are type, region',
    );
    expect(unknownField('x', [])).toBe('there is no such field: this object has none');
  });

  it('keeps its message short, however many there are', () => {
    const many = Array.from({ length: 100 }, (_, index) => `field_number_${index}`);
    expect(listing(many)).toMatch(/field_number_0, .* and \d+ more$/);
    expect(listing(many).length).toBeLessThan(230);
  });
});
