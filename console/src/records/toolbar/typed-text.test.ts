import { expect, it } from 'vitest';
import { startOf, toTell, withShown, withTold, withTyped } from './typed-text.ts';

it('tells the address what was typed, once', () => {
  const typed = withTyped(startOf(''), 'ml ');
  expect(toTell(typed)).toBe('ml');
  expect(toTell(withTold(typed, 'ml'))).toBeUndefined();
});

it('keeps the letters that are typed while the address takes up the ones before', () => {
  const told = withTold(withTyped(startOf(''), 'm'), 'm');
  const field = withShown(withTyped(told, 'mlo'), 'm');
  expect(field.typed).toBe('mlo');
  expect(toTell(field)).toBe('mlo');
});

it('keeps them also where the address lags behind by several texts', () => {
  const first = withTold(withTyped(startOf(''), 'm'), 'm');
  const second = withTold(withTyped(first, 'ml'), 'ml');
  const field = withShown(withTyped(second, 'mlo'), 'm');
  expect(withShown(field, 'ml')).toEqual({ typed: 'mlo', shown: 'ml', told: [] });
});

it('keeps them where the address skips one of them', () => {
  const first = withTold(withTyped(startOf(''), 'm'), 'm');
  const second = withTold(withTyped(first, 'ml'), 'ml');
  expect(withShown(second, 'ml')).toEqual({ typed: 'ml', shown: 'ml', told: [] });
});

it('shows what the address says where that came from elsewhere', () => {
  expect(withShown(withTyped(startOf('a'), 'abc'), '')).toEqual(startOf(''));
});
