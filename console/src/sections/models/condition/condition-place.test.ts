import { expect, it } from 'vitest';
import { placeAt } from './condition-place.ts';

/** The place where `|` stands. */
function place(text: string) {
  const at = text.indexOf('¦');
  return placeAt(text.replace('¦', ''), at);
}

it.each([
  ['¦', { kind: 'attribute', from: 0, word: '' }],
  ['te¦', { kind: 'attribute', from: 0, word: 'te' }],
  ['team == a && mo¦', { kind: 'attribute', from: 13, word: 'mo' }],
  ['!(candidate.p¦', { kind: 'attribute', from: 2, word: 'candidate.p' }],
  ['has(us¦', { kind: 'attribute', from: 4, word: 'us' }],
  ['team ¦', { kind: 'operator', from: 5, attribute: 'team' }],
  ['team == ¦', { kind: 'value', from: 8, word: '', attribute: 'team' }],
  ['team ==re¦', { kind: 'value', from: 7, word: 're', attribute: 'team' }],
  ['team in [a, b¦', { kind: 'value', from: 12, word: 'b', attribute: 'team' }],
  ['team in [a ¦', { kind: 'join', from: 11, isInList: true }],
  ['team in [a] ¦', { kind: 'join', from: 12, isInList: false }],
  ['model.startsWith(gp¦', { kind: 'value', from: 17, word: 'gp', attribute: 'model' }],
  ["team == 'data sc¦", { kind: 'value', from: 8, word: "'data sc", attribute: 'team' }],
  ['stream == true ¦', { kind: 'join', from: 15, isInList: false }],
])('knows what may stand in %s', (text, expected) => {
  expect(place(text)).toEqual(expected);
});
