import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { describe, expect, it } from 'vitest';
import { compileDetectors } from '../compile-detectors.ts';
import { findInTexts } from './find-in-texts.ts';
import type { ScanningThread } from './scanning-thread.ts';

type Thread = Pick<ScanningThread, 'scan'>;

const pii: readonly DetectorTerms[] = [{ id: 'pii', type: 'pii', action: 'redact' }];
const words: readonly DetectorTerms[] = [
  { id: 'words', type: 'keyword', action: 'block', patterns: [{ pattern: 'no', action: 'block' }] },
];
const guardrails = [pii, [], words].map((terms) => ({
  terms: [...terms],
  detectors: compileDetectors(terms),
}));

/** The finding in the first is across the border of two slices. */
const filling = 'a, '.repeat(10_920);
const long = [`${filling}jo.doe@example.com ${filling}`, 'no', ''];
const labels = [['EMAIL_ADDRESS'], ['words'], []];

const labelsIn = async (texts: readonly string[], thread: Thread): Promise<string[][]> =>
  (await findInTexts(texts, guardrails, thread)).map((found) =>
    found.map(({ label, detector }) => (detector === 'words' ? detector : label)),
  );

describe('texts that are looked at for themselves', () => {
  it('are looked at at once where they are short', async () => {
    const unasked: Thread = { scan: () => expect.unreachable() };
    expect(await labelsIn(['jo@example.com, no', 'no', ''], unasked)).toEqual([
      ['EMAIL_ADDRESS', 'words'],
      ['words'],
      [],
    ]);
  });

  it('are looked at in the thread where they are long, by the guardrails that look for anything', async () => {
    const asked: unknown[] = [];
    const thread: Thread = {
      scan: (terms, texts) => {
        asked.push({ terms, texts });
        const all = terms.map(compileDetectors);
        return Promise.resolve(texts.map((text) => all.map((one) => one.scan(text))));
      },
    };
    expect(await labelsIn(long, thread)).toEqual(labels);
    expect(asked).toEqual([{ terms: [pii, words], texts: long }]);
  });

  it('are looked at in slices, with the turn of others between them, where the thread cannot', async () => {
    const ended: Thread = { scan: () => Promise.resolve(undefined) };
    let isDone = false;
    let turns = 0;
    const others = (): void => {
      turns += 1;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    expect(await labelsIn(long, ended)).toEqual(labels);
    isDone = true;
    expect(turns).toBeGreaterThan(3);
  });

  it('are not looked at where no guardrail looks for anything', async () => {
    const unasked: Thread = { scan: () => expect.unreachable() };
    const none = [{ terms: [], detectors: compileDetectors([]) }];
    expect(await findInTexts(long, none, unasked)).toEqual([[], [], []]);
  });
});
