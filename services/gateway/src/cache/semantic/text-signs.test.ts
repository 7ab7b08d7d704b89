import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayMeanTheSame, signsOf, type TextSigns } from './text-signs.ts';

/** Whether vectors are asked at all whether one stands for the other. */
function mayBeAlike(one: string, other: string): boolean {
  const [a, b] = [signsOf(one), signsOf(other)];
  if (!a || !b) return false;
  return a.text === b.text && mayMeanTheSame(a.words, b.words);
}

describe('texts that are never taken for each other, however near their vectors are', () => {
  it.each([
    ['Should we proceed with the deployment?', 'Should we not proceed with the deployment?'],
    ['Should we proceed?', "Shouldn't we proceed?"],
    ['What changed in version 2?', 'What changed in version 3?'],
    ['Revenue of 2020 by region', 'Revenue of 2021 by region'],
    ['Convert 5 to 3 places', 'Convert 3 to 5 places'],
    ['How is the weather in Berlin?', 'How is the weather in Paris?'],
    ['how is the weather in berlin?', 'how is the weather in paris?'],
    ['Does Ada owe Bob money?', 'Does Bob owe Ada money?'],
    ['Berlin weather today', 'Paris weather today'],
    ['deploy to staging', 'deploy to production'],
    ['increase the limit of the team', 'decrease the limit of the team'],
    ['Who may read `teams.read`?', 'Who may read `teams.write`?'],
    ['Translate "good night" to French', 'Translate "good day" to French'],
    ['What is at https://a.example/x?', 'What is at https://a.example/y?'],
    ['Wie lösche ich das Konto?', 'Wie lösche ich das Konto nicht?'],
    ['list the users with access', 'list the users without access'],
    ['tell me about the plan', 'tell me nothing about the plan'],
    ['show all except mine', 'show all mine'],
    ['convert euros to dollars', 'convert dollars to euros'],
    ['please convert euros into dollars', 'how would one convert dollars to euros'],
    ['email the report to me', 'email the report to you'],
    ['cancel my order', 'cancel my order and close my account'],
    ['What is 6 + 3?', 'What is 6 - 3?'],
    ['What is 6 * 3?', 'What is 6 / 3?'],
    ['How many yen is $100?', 'How many yen is €100?'],
    ['Is -40 below freezing?', 'Is 40 below freezing?'],
    ['5% of 200', '5 of 200'],
    ['is x > y', 'is x < y'],
    ['what does if (a == b) do', 'what does if (a != b) do'],
    ['what does ^a?$ match', 'what does ^a*$ match'],
    ['what does 🙂 mean', 'what does 🙁 mean'],
    ['What is 2⁵?', 'What is 25?'],
    ['move two boxes to room three', 'put five boxes into room nine'],
    [
      'compare dollars and euros, then convert euros to dollars',
      'compare dollars and euros, then convert dollars to euros',
    ],
    ['convert metres to feet', 'convert metres to feet to metres'],
    ['say “no more” twice', 'say “once more” twice'],
  ])('%s | %s', (one, other) => {
    expect(mayBeAlike(one, other)).toBe(false);
    expect(mayBeAlike(other, one)).toBe(false);
  });
});

describe('texts of which vectors decide', () => {
  it.each([
    ['How do I reset my password?', 'What is the way to reset my password?'],
    ['how do i reset my password', 'How do I reset my password, please?'],
    ['What does HTTP 404 mean in the Grafana logs?', 'Explain what HTTP 404 means in Grafana logs'],
    ['Can I cancel the order?', 'Is it possible for me to cancel an order?'],
  ])('%s | %s', (one, other) => {
    expect(mayBeAlike(one, other)).toBe(true);
  });
});

it('says nothing of texts in which words cannot be told apart', () => {
  expect(signsOf('東京の天気は？')).toBeUndefined();
  expect(signsOf('weather in 東京')).toBeUndefined();
});

it('takes forms of the same letters for the same', () => {
  expect(signsOf('ﬁle Ａ１')).toEqual(signsOf('file A1'));
});

const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 12 });
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  words.map((some) => some.join(' ')),
);

it('may mean the same as itself, and with one number or sign more never', () => {
  fc.assert(
    fc.property(
      words,
      fc.constantFrom('7', '-1', '+', '>', '$5', 'a_b'),
      fc.nat(12),
      (some, sign, at) => {
        const text = some.join(' ');
        const one = signsOf(text) as TextSigns;
        expect(mayMeanTheSame(one.words, one.words)).toBe(true);
        const more = [...some.slice(0, at), sign, ...some.slice(at)].join(' ');
        expect(signsOf(more)?.text).not.toBe(one.text);
      },
    ),
  );
});

it('says the same of two from either side', () => {
  fc.assert(
    fc.property(anything, anything, (some, others) => {
      expect(mayBeAlike(some, others)).toBe(mayBeAlike(others, some));
    }),
  );
});

it('tells apart all that a character other than a mark of sentences makes another text', () => {
  const sign = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    .filter((one) => !/^[\s\p{L}\p{M}.,;:!?()[\]¿¡"“”„«»`'’]+$/u.test(one.normalize('NFKC')));
  fc.assert(
    fc.property(words, sign, (some, one) => {
      const text = some.join(' ');
      expect(mayBeAlike(text, `${text} ${one} ${text}`)).toBe(false);
      expect(mayBeAlike(`${text} ${one} more`, `${text} more`)).toBe(false);
    }),
  );
});

it.each([
  ['a word without end', 'a'.repeat(60_000)],
  ['quotations that do not end', '«'.repeat(2000)],
  ['forms that become long', 'ﷺ'.repeat(1500)],
  ['a tail without end', `a${'…'.repeat(600)}b`],
  ['lines without end', `a${'\n'.repeat(2000)}(b`],
])('reads %s, of which no part is looked at for each other part', (_, text) => {
  for (const part of [text, text.slice(0, 2000)]) {
    expect(['undefined', 'object']).toContain(typeof signsOf(part));
  }
});

it('compares no text that is long, also after its forms were made alike', () => {
  expect(signsOf('a '.repeat(1500))).toBeUndefined();
  expect(signsOf('ﷺ'.repeat(1500))).toBeUndefined();
});
