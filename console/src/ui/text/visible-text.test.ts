import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it.each([
  ['gpt-4o', 'gpt-4o'],
  ['Größe, 数, مرحبا', 'Größe, 数, مرحبا'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['\u202Etxt.exe', '⟨U+202E⟩txt.exe'],
  ['ad\u200Bmin', 'ad⟨U+200B⟩min'],
  ['bell\u0007', 'bell⟨U+0007⟩'],
  ['a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
  ['👩‍👩‍👧 e\u0301', '👩‍👩‍👧 e\u0301'],
  ['<img src=x>', '<img src=x>'],
])('shows %j as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
