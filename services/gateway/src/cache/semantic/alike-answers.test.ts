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

/** When all answers end. */
const END = 1000;
const known = ({ vector, words }: ReturnType<typeof question>, at: { digest: Buffer }) => ({
  ...{ vector, words, key: at, endsAtMs: END },
});

function answers({ isShared = false } = {}) {
  const alike = new AlikeAnswers<{ digest: Buffer }>({ isShared });
  alike.configure(TERMS);
  return alike;
}

const near = (alike: ReturnType<typeof answers>, asked: ReturnType<typeof question>) => ({
  ...{ words: asked.words, nearest: alike.near(asked) },
});

const find = (
  alike: ReturnType<typeof answers>,
  asked: ReturnType<typeof question>,
  at: { digest: Buffer },
  answerOf: ReturnType<typeof has>,
) => alike.find(near(alike, asked), at, { now: 0, answerOf });

it('passes over the nearest where words tell them apart', () => {
  const alike = answers();
  alike.keep(GROUP, known(question('increase my limit'), key('a')));
  alike.keep(GROUP, known(question('what raises my limit', 0.2), key('b')));
  const found = find(alike, question('decrease my limit'), key('c'), has('a', 'b'));
  expect(found?.answer).toBe('b');
});

it('forgets those whose answers have ended, in one look', () => {
  const alike = answers();
  for (let one = 0; one < 40; one += 1)
    alike.keep(GROUP, known(question(`asks for ${one} things`), key(`${one}`)));
  let looks = 0;
  const none = () => {
    looks += 1;
    return undefined;
  };
  expect(find(alike, question('asks for other things'), key('x'), none)).toBeUndefined();
  expect(looks).toBe(32);
  expect(alike.entries).toBe(8);
});

it('goes one step and no further: what has an answer of its own is nobody’s twin', () => {
  const alike = answers();
  alike.keep(GROUP, known(question('how do i reset my password'), key('a')));
  find(alike, question('what is the way to reset my password'), key('b'), has('a'));
  expect(alike.twinOf(key('b'))).toEqual(key('a'));
  alike.keep(GROUP, known(question('what is the way to reset my password'), key('b')));
  expect(alike.twinOf(key('b'))).toBeUndefined();
});

it('knows no twins by other settings', () => {
  const alike = answers();
  alike.keep(GROUP, known(question('how do i reset my password'), key('a')));
  find(alike, question('what is the way to reset my password'), key('b'), has('a'));
  alike.configure({ ...TERMS, threshold: 0.99 });
  expect(alike.twinOf(key('b'))).toBeUndefined();
  expect(alike.entries).toBe(1);
  alike.configure({ ...TERMS, model: 'other' });
  expect(alike.entries).toBe(0);
});

it('keeps those whose answers may be elsewhere until their end, and says which', () => {
  const alike = answers({ isShared: true });
  alike.keep(GROUP, known(question('increase my limit'), key('a')));
  alike.learn(GROUP, known(question('what raises my limit', 0.2), key('b')));
  alike.learn(GROUP, known(question('what is it that raises my limit', 0.1), key('c')));
  const asked = question('decrease my limit');
  expect(find(alike, asked, key('x'), has())).toBeUndefined();
  expect(alike.candidates(near(alike, asked), 0).map(({ known: one }) => one.key)).toEqual([
    key('c'),
    key('b'),
  ]);
  alike.use(key('b'), key('x'));
  expect(alike.twinOf(key('x'))).toEqual(key('b'));
  alike.forget(key('c'));
  expect(alike.entries).toBe(2);
  const ended = { now: END, answerOf: has('a', 'b', 'c') };
  expect(alike.find(near(alike, asked), key('x'), ended)).toBeUndefined();
  expect(alike.entries).toBe(0);
});
