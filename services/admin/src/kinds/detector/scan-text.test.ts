import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { compileDetectors } from '@aicp/detection/compile-detectors';
import { describe, expect, it } from 'vitest';
import { type Scanner, scanText } from './scan-text.ts';

const terms: readonly DetectorTerms[] = [{ id: 'pii', type: 'pii', action: 'redact' }];
const filling = 'a, '.repeat(15_000);
const text = `${filling}jo.doe@example.com`;
const found = {
  findings: [{ label: 'EMAIL_ADDRESS', start: filling.length, end: text.length }],
  redacted_text: `${filling}<EMAIL_ADDRESS_1>`,
  action: 'redact',
};

describe('a long text', () => {
  it('is looked at in the thread, with the same detectors', async () => {
    const asked: unknown[] = [];
    const thread: Scanner = {
      scan: (all, texts) => {
        asked.push({ all, texts });
        const made = all.map(compileDetectors);
        return Promise.resolve(texts.map((one) => made.map((detectors) => detectors.scan(one))));
      },
    };
    expect(await scanText(text, terms, thread)).toMatchObject(found);
    expect(asked).toEqual([{ all: [terms], texts: [text] }]);
  });

  it('is looked at here where the thread cannot', async () => {
    const ended: Scanner = { scan: () => Promise.resolve(undefined) };
    expect(await scanText(text, terms, ended)).toMatchObject(found);
  });

  it('is not given to the thread where the detectors cannot be used', async () => {
    const unasked: Scanner = { scan: () => expect.unreachable() };
    const broken: DetectorTerms = {
      ...{ id: 'broken', type: 'regex', action: 'flag' },
      patterns: [{ pattern: '(', action: 'flag' }],
    };
    await expect(scanText(text, [broken], unasked)).rejects.toMatchObject({ status: 409 });
  });
});
