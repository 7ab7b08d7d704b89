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
  ['\u{E0041} hidden', '⟨U+E0041⟩ hidden'],
  ['\u3164', '⟨U+3164⟩'],
  ['\u115Fa\u1160\u17B4\u180E\u034F', '⟨U+115F⟩a⟨U+1160⟩⟨U+17B4⟩⟨U+180E⟩⟨U+034F⟩'],
  ['admin\uFE0F \u{E0100}', 'admin⟨U+FE0F⟩ ⟨U+E0100⟩'],
  ['ad\u200Cmin\u200D', 'ad⟨U+200C⟩min⟨U+200D⟩'],
  ['❤️ 1️⃣ 👍🏽', '❤️ 1️⃣ 👍🏽'],
  ['می\u200Cخواهم क्\u200Dष', 'می\u200Cخواهم क्\u200Dष'],
])('shows %j as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
