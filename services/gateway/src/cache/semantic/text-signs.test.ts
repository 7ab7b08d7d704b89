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

it('differs from itself in nothing, and with one number more in all that counts', () => {
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(12), (some, number, at) => {
      const text = some.join(' ');
      const one = signsOf(text) as TextSigns;
      expect(mayMeanTheSame(one.words, one.words)).toBe(true);
      const more = [...some.slice(0, at), String(number), ...some.slice(at)].join(' ');
      expect(signsOf(more)?.text).not.toBe(one.text);
    }),
  );
});

it('says the same of two from either side', () => {
  fc.assert(
    fc.property(words, words, (some, others) => {
      const [one, other] = [new Set(some), new Set(others)];
      expect(mayMeanTheSame(one, other)).toBe(mayMeanTheSame(other, one));
    }),
  );
});

it('reads a long text in one pass', () => {
  const text = `${'a'.repeat(60_000)} ${'-.'.repeat(60_000)} ${'"'.repeat(60_001)}`;
  expect(signsOf(text)).toBeDefined();
});
