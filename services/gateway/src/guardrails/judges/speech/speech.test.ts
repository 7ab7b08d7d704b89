import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgeTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { callsOf } from './pieces.ts';
import { httpSpeech } from './http-speech.ts';
import { moderationSpeech } from './moderation-speech.ts';
import { presidioSpeech } from './presidio-speech.ts';
import type { JudgeCall } from './speech.ts';

const TERMS: JudgeTerms = {
  ...{ type: 'http', url: 'https://judge.example/', credential: 'none', timeoutMs: 1000 },
  piiAction: 'redact',
};

const call = (texts: readonly string[], terms: Partial<JudgeTerms> = {}): JudgeCall => ({
  pieces: callsOf(texts).flat(),
  ...{ stage: 'input', model: 'fast', metadata: { team: 'support' } },
  terms: { ...TERMS, ...terms },
});

describe('a judge that is asked by HTTP', () => {
  it('is told stage, text, model and metadata', () => {
    expect(httpSpeech.ask(call(['a', 'b']))).toEqual({
      ...{ stage: 'input', text: 'a\n\nb', model: 'fast', metadata: { team: 'support' } },
    });
  });

  it.each([
    [{ action: 'allow' }, []],
    [{ action: 'block', label: 'VIOLENCE', score: 0.9 }, [['block', 'VIOLENCE', 0, 5]]],
    [{ action: 'flag' }, [['flag', 'JUDGE', 0, 5]]],
    [{ action: 'redact', label: 'NAME' }, [['redact', 'NAME', 0, 5]]],
  ])('says %j', (answer, found) => {
    const read = httpSpeech.read(answer, call(['hello']));
    if (typeof read !== 'object') throw new Error('no judgement');
    expect(read.findings.map((one) => [one.action, one.label, one.start, one.end])).toEqual(found);
    expect(read.replaced.size).toBe(0);
  });

  it('writes what takes the place of a text, and is asked about each by itself where there are several', () => {
    const answer = { action: 'redact', text: 'hello N.' };
    const read = httpSpeech.read(answer, call(['hello Nora']));
    expect(read).toMatchObject({ replaced: new Map([[0, 'hello N.']]) });
    expect(httpSpeech.read(answer, call(['hello', 'Nora']))).toBe('apart');
  });

  it('calls language toxic from the score of the guardrail', () => {
    const answer = { action: 'block', label: 'TOXICITY', score: 0.6 };
    const mild = httpSpeech.read(answer, call(['x'], { toxicityThreshold: 0.7 }));
    expect(mild).toMatchObject({ findings: [] });
    const toxic = httpSpeech.read(answer, call(['x'], { toxicityThreshold: 0.6 }));
    expect(toxic).toMatchObject({ findings: [{ label: 'TOXICITY' }] });
  });

  it.each([
    [null],
    ['block'],
    [{}],
    [{ action: 'burn' }],
    [{ action: 'block', label: 'the text that it saw' }],
    [{ action: 'block', score: 2 }],
    [{ action: 'block', score: '1' }],
    [{ action: 'redact', text: 1 }],
  ])('answers nothing with %j', (answer) => {
    expect(httpSpeech.read(answer, call(['x']))).toBeUndefined();
  });
});

describe('a judge that speaks as OpenAI’s moderation', () => {
  const result = (flagged: boolean, of: Record<string, readonly [boolean, number]>) => ({
    flagged,
    categories: Object.fromEntries(Object.entries(of).map(([name, [is]]) => [name, is])),
    category_scores: Object.fromEntries(Object.entries(of).map(([name, [, at]]) => [name, at])),
  });
  const labels = (results: readonly object[], threshold?: number) => {
    const texts = results.map((_, index) => `text ${index}`);
    const terms = threshold === undefined ? {} : { toxicityThreshold: threshold };
    const read = moderationSpeech.read({ id: 'm', results }, call(texts, terms));
    if (typeof read !== 'object') return read;
    return read.findings.map(({ text, label, score }) => [text, label, score]);
  };

  it('is sent the texts as a list', () => {
    expect(moderationSpeech.ask(call(['a', 'b']))).toEqual({ input: ['a', 'b'] });
  });

  it('finds what it flags, and what has the score from which it counts, in the text that it says it of', () => {
    const results = [
      result(false, { hate: [false, 0.5] }),
      result(true, { 'self-harm/intent': [true, 0.4], violence: [false, 0.85] }),
      result(true, {}),
    ];
    expect(labels(results)).toEqual([
      [1, 'TOXICITY_SELF_HARM_INTENT', 0.4],
      [2, 'TOXICITY', 1],
    ]);
    expect(labels(results, 0.8)).toEqual([
      [1, 'TOXICITY_SELF_HARM_INTENT', 0.4],
      [1, 'TOXICITY_VIOLENCE', 0.85],
      [2, 'TOXICITY', 1],
    ]);
  });

  it('answers nothing with another number of results, or with categories that hold a text', () => {
    const one = result(false, {});
    expect(moderationSpeech.read({ results: [one] }, call(['a', 'b']))).toBeUndefined();
    expect(labels([result(true, { 'what was asked': [true, 1] })])).toBeUndefined();
    expect(labels([{ flagged: true }])).toBeUndefined();
    expect(labels([result(true, { hate: [true, 7] })])).toBeUndefined();
  });
});

describe('a judge that is Presidio’s analyzer', () => {
  const entity = (start: number, end: number, score = 0.9) => ({
    ...{ entity_type: 'PERSON', start, end, score },
  });
  const found = (texts: readonly string[], answer: unknown, terms: Partial<JudgeTerms> = {}) => {
    const read = presidioSpeech.read(answer, call(texts, terms));
    if (typeof read !== 'object') return read;
    return read.findings.map(({ text, start, end, action }) => [
      texts[text]?.slice(start, end),
      action,
    ]);
  };

  it('finds what it says, whatever characters stand before it, as every text', () => {
    const name = 'Ana';
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.string({ unit: 'binary' }),
        (before, at, after) => {
          const texts = before.filter((text) => text.trim() !== '');
          texts.splice(at % (texts.length + 1), 0, `${before[0]}${name}${after}`);
          const whole = texts.join('\n\n');
          const unit = texts.slice(0, at % texts.length).join('\n\n').length;
          const start = Array.from(whole.slice(0, whole.indexOf(name, unit))).length;
          expect(found(texts, [entity(start, start + 3)])).toEqual([[name, 'redact']]);
        },
      ),
    );
  });

  it('has what it finds in several texts cut to each', () => {
    expect(found(['ab', 'cd'], [entity(1, 5)], { piiAction: 'block' })).toEqual([
      ['b', 'block'],
      ['c', 'block'],
    ]);
    expect(found(['ab', 'cd'], [entity(2, 4)])).toEqual([]);
  });

  it('is not believed where it guesses', () => {
    expect(found(['Ana'], [entity(0, 3, 0.05)])).toEqual([]);
  });

  it.each([
    [[entity(0, 4)]],
    [[entity(-1, 2)]],
    [[entity(2, 2)]],
    [[entity(2, 1)]],
    [[entity(0.5, 2)]],
    [[entity(0, 1, 3)]],
    [[{ ...entity(0, 1), entity_type: 'Ana lives there' }]],
    [{ findings: [] }],
    [null],
  ])('answers nothing with %j', (answer) => {
    expect(found(['Ana'], answer)).toBeUndefined();
  });
});
