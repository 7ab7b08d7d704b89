import { expect, it } from 'vitest';
import { ConstantVectors } from './constant-vectors.ts';

const SAME = Float32Array.of(0.6, 0.8);

it('a model gives constant vectors where eight different texts in a row have the same', () => {
  const vectors = new ConstantVectors();
  const said = Array.from({ length: 10 }, (_, number) =>
    vectors.note(`text ${number}`, Float32Array.from(SAME)),
  );
  expect(said.indexOf(true)).toBe(7);
  expect(said.slice(7)).toEqual([true, true, true]);
  expect(vectors.note('text 10', Float32Array.of(0.8, 0.6))).toBe(false);
});

it('a model gives no constant vectors where texts differ in nothing but case and signs', () => {
  const vectors = new ConstantVectors();
  const texts = Array.from({ length: 10 }, (_, number) => `The TEXT${'!'.repeat(number)}`);
  expect(texts.map((text) => vectors.note(text, SAME))).not.toContain(true);
});

it('a model gives no constant vectors where one of the texts has another', () => {
  const vectors = new ConstantVectors();
  const said = Array.from({ length: 14 }, (_, number) =>
    vectors.note(`text ${number}`, number === 7 ? Float32Array.of(1, 0) : SAME),
  );
  expect(said).not.toContain(true);
});
