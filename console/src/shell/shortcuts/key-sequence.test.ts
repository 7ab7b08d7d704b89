import { expect, it } from 'vitest';
import { KeySequence } from './key-sequence.ts';

it('takes the letter after g, and the next one by itself again', () => {
  const keys = new KeySequence();
  expect(keys.take('k', 0)).toEqual({ kind: 'none' });
  expect(keys.take('g', 10)).toEqual({ kind: 'begun' });
  expect(keys.take('k', 20)).toEqual({ kind: 'jump', letter: 'k' });
  expect(keys.take('k', 30)).toEqual({ kind: 'none' });
});

it('forgets g after a while, and where somebody presses Escape', () => {
  const keys = new KeySequence();
  keys.take('g', 0);
  expect(keys.take('k', 1500)).toEqual({ kind: 'none' });
  keys.take('g', 2000);
  expect(keys.take('Escape', 2010)).toEqual({ kind: 'none' });
  expect(keys.take('k', 2020)).toEqual({ kind: 'none' });
});

it('goes on where Shift is held for the letter', () => {
  const keys = new KeySequence();
  keys.take('g', 0);
  keys.take('Shift', 10);
  expect(keys.take('?', 20)).toEqual({ kind: 'jump', letter: '?' });
});
