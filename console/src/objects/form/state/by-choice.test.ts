import { expect, it } from 'vitest';
import { aboutChoice, isRequiredByChoice } from './by-choice.ts';

const choice = {
  field: 'type',
  brings: { bedrock: ['region'] },
  requires: { bedrock: ['region'] },
  about: { bedrock: 'Its credential is a key.' },
};

it('marks a field that what is chosen cannot do without', () => {
  expect(isRequiredByChoice('region', { choice, values: { type: 'bedrock' } })).toBe(true);
  expect(isRequiredByChoice('region', { choice, values: { type: 'openai' } })).toBe(false);
  expect(isRequiredByChoice('region', { choice, values: {} })).toBe(false);
  expect(isRequiredByChoice('name', { choice, values: { type: 'bedrock' } })).toBe(false);
  expect(isRequiredByChoice('region', { choice: undefined, values: {} })).toBe(false);
});

it('says what a choice means beside the field that chooses', () => {
  const values = { type: 'bedrock' };
  expect(aboutChoice('type', { choice, values })).toBe('Its credential is a key.');
  expect(aboutChoice('region', { choice, values })).toBeUndefined();
  expect(aboutChoice('type', { choice, values: { type: 'openai' } })).toBeUndefined();
});
