import { expect, it } from 'vitest';
import { AlikeAnswers } from './alike-answers.ts';

const TERMS = { model: 'embed', threshold: 0.9, maxBytes: 1 << 20 };
const key = (name: string) => ({ digest: Buffer.from(name) });
const GROUP = key('group');
const question = (words: string, part = 0) => ({
  group: GROUP,
  vector: Float32Array.of(Math.sqrt(1 - part * part), part),
  words,
});

/** Which answers are kept, by the names of their keys. */
const has =
  (...names: string[]) =>
  ({ digest }: { digest: Buffer }) =>
    names.includes(digest.toString()) ? digest.toString() : undefined;

function answers() {
  const alike = new AlikeAnswers<{ digest: Buffer }>();
  alike.configure(TERMS);
  return alike;
}

it('passes over the nearest where words tell them apart', () => {
  const alike = answers();
  alike.keep(question('increase my limit'), key('a'));
  alike.keep(question('what raises my limit', 0.2), key('b'));
  const found = alike.find(question('decrease my limit'), key('c'), has('a', 'b'));
  expect(found?.answer).toBe('b');
});

it('forgets those whose answers have ended, in one look', () => {
  const alike = answers();
  for (let one = 0; one < 40; one += 1)
    alike.keep(question(`asks for ${one} things`), key(`${one}`));
  let looks = 0;
  const none = () => {
    looks += 1;
    return undefined;
  };
  expect(alike.find(question('asks for other things'), key('x'), none)).toBeUndefined();
  expect(looks).toBe(32);
  expect(alike.entries).toBe(8);
});

it('goes one step and no further: what has an answer of its own is nobody’s twin', () => {
  const alike = answers();
  alike.keep(question('how do i reset my password'), key('a'));
  alike.find(question('what is the way to reset my password'), key('b'), has('a'));
  expect(alike.twinOf(key('b'))).toEqual(key('a'));
  alike.keep(question('what is the way to reset my password'), key('b'));
  expect(alike.twinOf(key('b'))).toBeUndefined();
});

it('knows no twins by other settings', () => {
  const alike = answers();
  alike.keep(question('how do i reset my password'), key('a'));
  alike.find(question('what is the way to reset my password'), key('b'), has('a'));
  alike.configure({ ...TERMS, threshold: 0.99 });
  expect(alike.twinOf(key('b'))).toBeUndefined();
  expect(alike.entries).toBe(1);
  alike.configure({ ...TERMS, model: 'other' });
  expect(alike.entries).toBe(0);
});
