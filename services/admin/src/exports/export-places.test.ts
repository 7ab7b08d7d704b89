import type { Problem } from '@aicp/common/errors/problem';
import { expect, it } from 'vitest';
import { ExportPlaces } from './export-places.ts';

const refusal = (take: () => unknown): Problem => {
  try {
    take();
  } catch (error) {
    return error as Problem;
  }
  throw new Error('there was a place');
};

it('of exports are four, of which an organization has two, and leaves one to each of two others', () => {
  const places = new ExportPlaces();
  const giveBack = places.take('acme');
  places.take('acme');
  const own = refusal(() => places.take('acme'));
  expect([own.status, own.headers['Retry-After']]).toEqual([429, '5']);
  expect(own.message).toContain('Your organization has 2 of its exports');
  places.take('globex');
  expect(refusal(() => places.take('globex')).message).toContain('Your organization has 1');
  places.take(undefined);
  expect(refusal(() => places.take('initech')).message).toContain('Other exports');
  giveBack();
  giveBack();
  expect(places.size).toBe(3);
  expect(refusal(() => places.take('acme')).message).toContain('Your organization has 1');
  places.take('initech');
});
