import { compileDetectors } from '@aicp/detection/compile-detectors';
import { Redactor } from '@aicp/detection/redact';
import { describe, expect, it } from 'vitest';
import type { Judged, JudgeFinding } from '../judges/speech/judgement.ts';
import type { JudgeQuestion } from '../judges/judges.ts';
import type { ReadyGuardrail } from '../book/ready-guardrail.ts';
import type { PromptText } from '../../protocols/protocol.ts';
import { askJudges } from './ask-judges.ts';
import { VerdictBook } from './verdict-book.ts';

const NAME = 'Jürgen';
const FOUND = { label: 'PERSON', score: 1, detector: 'judge' };

/** A judge that finds the name in each text. */
const namesIn = ({ texts }: Pick<JudgeQuestion, 'texts'>): Judged => ({
  findings: texts.flatMap((text, at): JudgeFinding[] => {
    const start = text.indexOf(NAME);
    const place = { start, end: start + NAME.length, text: at };
    return start === -1 ? [] : [{ ...FOUND, ...place, action: 'redact' }];
  }),
  replaced: new Map(),
});

/** Asks one judge about texts. */
async function asked(
  texts: readonly PromptText[],
  says: (question: JudgeQuestion) => Judged,
  more: Partial<ReadyGuardrail> = {},
) {
  const guardrail = {
    ...{ id: 'asks', mode: 'block', onFail: 'block', unscannable: 'pass', restore: false },
    ...{ judge: {}, ...more },
  } as ReadyGuardrail;
  const verdicts = new VerdictBook('output', [guardrail]);
  const detectors = compileDetectors([]);
  const side = { guardrails: [guardrail], detectors, terms: [] };
  const stage = { stage: 'output' as const, side, verdicts, redactor: new Redactor() };
  const questions: (readonly string[])[] = [];
  const said = await askJudges(
    { ...stage, restore: new Map() },
    {
      judges: {
        ask: (_, question) => {
          questions.push([...question.texts]);
          return Promise.resolve(says(question));
        },
      },
      ...{ texts, model: 'fast', metadata: {}, signal: new AbortController().signal },
    },
  );
  return { ...said, questions, verdicts: verdicts.verdicts(), hasActed: verdicts.hasActed };
}

const json = (text: string): PromptText => ({ form: 'json', text });

describe('a judge', () => {
  it('sees arguments as their tool reads them, and what it finds is replaced where they are written', async () => {
    const { questions, replaced, verdicts } = await asked(
      [{ form: 'text', text: `to ${NAME}` }, json('{"to":"\\"J\\u00fcrgen\\" \\n","k":"\\u0058"}')],
      namesIn,
    );
    expect(questions).toEqual([[`to ${NAME}`, `{"to":""${NAME}" \n","k":"X"}`]]);
    expect([...replaced.values()]).toEqual([
      'to <PERSON_1>',
      '{"to":"\\"<PERSON_1>\\" \\n","k":"\\u0058"}',
    ]);
    expect(verdicts).toMatchObject([{ verdict: 'redacted' }]);
  });

  const writes = (text: string) => (): Judged => ({
    findings: [{ ...FOUND, text: 0, start: 0, end: 1, action: 'redact' }],
    replaced: new Map([[0, text]]),
  });

  it('writes other arguments as it read them', async () => {
    const { replaced } = await asked(
      [json('{"to":"J\\u00fcrgen","say":"\\"hi\\""}')],
      writes('{"to":"N.","say":""ho""}'),
    );
    expect([...replaced.values()]).toEqual(['{"to":"N.","say":"\\"ho\\""}']);
  });

  it('that writes no JSON in the place of some answers nothing, and no verdict says that it replaced', async () => {
    const { stop, replaced, verdicts } = await asked([json('{"to":"x"}')], writes('nothing'));
    expect(stop).toMatchObject({ guardrail: 'asks', label: 'bad_answer', isFault: true });
    expect(replaced.size).toBe(0);
    expect(verdicts).toMatchObject([{ verdict: 'error', reason: 'bad_answer', findings: [] }]);
    const open = await asked([json('{"to":"x"}')], writes('nothing'), { onFail: 'allow' });
    expect(open).toMatchObject({ stop: undefined, hasActed: false });
    expect(open.verdicts).toMatchObject([{ verdict: 'error', reason: 'bad_answer' }]);
  });

  it.each([
    ['timeout', true],
    ['bad_answer', true],
    ['too_long', undefined],
  ] as const)(
    'that cannot judge stops it, and asking again may help: %s',
    async (fault, isFault) => {
      const { stop } = await asked([json('{}')], () => ({ fault }));
      expect(stop).toEqual({ guardrail: 'asks', label: fault, ...(isFault && { isFault }) });
    },
  );

  it('is told no names that are one word, and stops where it would replace in words that stay', async () => {
    const texts: PromptText[] = [
      { form: 'text', fixed: 'texts', text: `the card of ${NAME}` },
      { form: 'text', fixed: 'names', text: 'city' },
    ];
    const found = await asked(texts, namesIn);
    expect(found.questions).toEqual([[`the card of ${NAME}`]]);
    expect(found.stop).toMatchObject({ guardrail: 'asks', label: 'PERSON' });
    const written = await asked(texts, writes('the card'));
    expect(written.stop).toMatchObject({ guardrail: 'asks' });
    expect([found, written].map(({ replaced }) => replaced.size)).toEqual([0, 0]);
  });
});
