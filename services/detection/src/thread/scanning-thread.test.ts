import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { afterEach, describe, expect, it } from 'vitest';
import { compileDetectors } from '../compile-detectors.ts';
import { ScanningThread } from './scanning-thread.ts';

const pii: readonly DetectorTerms[] = [{ id: 'pii', type: 'pii', action: 'redact' }];
const words: readonly DetectorTerms[] = [
  { id: 'words', type: 'keyword', action: 'block', patterns: [{ pattern: 'no', action: 'block' }] },
];
const terms = [pii, words];
const texts = ['Write to jo.doe@example.com.', 'no', ''];

describe('the thread that looks at long texts', () => {
  const failures: Error[] = [];
  const threads: ScanningThread[] = [];
  const made = (): ScanningThread => {
    const thread = new ScanningThread({ onFailure: (error) => failures.push(error) });
    threads.push(thread);
    return thread;
  };
  afterEach(async () => {
    await Promise.all(threads.splice(0).map((thread) => thread.close()));
  });

  it('finds what is found in the main thread, for each guardrail', async () => {
    const all = [pii, words].map(compileDetectors);
    const expected = texts.map((text) => all.map((detectors) => detectors.scan(text)));
    const thread = made();
    expect(await thread.scan(terms, texts)).toEqual(expected);
    expect(await thread.scan(terms, texts)).toEqual(expected);
    expect(failures).toEqual([]);
  });

  it('says so where it ended before it had looked, and starts anew', async () => {
    const thread = made();
    await thread.scan(terms, texts);
    const last = thread.scan(terms, ['jo@example.com '.repeat(1_000_000)]);
    await thread.close();
    expect(await last).toBeUndefined();
    expect(await thread.scan(terms, ['no'])).toMatchObject([[[], [{ start: 0, end: 2 }]]]);
  });

  it('says so where it fails, and starts anew', async () => {
    const thread = made();
    const broken: DetectorTerms = {
      ...{ id: 'broken', type: 'regex', action: 'flag' },
      patterns: [{ pattern: '(', action: 'flag' }],
    };
    expect(await thread.scan([[broken]], ['x'])).toBeUndefined();
    expect(failures.splice(0)).toHaveLength(1);
    expect(await thread.scan(terms, ['no'])).toMatchObject([[[], [{ start: 0 }]]]);
  });

  it('takes so much at a time and no more', async () => {
    const thread = made();
    const large = 'a'.repeat(20_000_000);
    const first = thread.scan(terms, [large]);
    expect(await thread.scan(terms, [large])).toBeUndefined();
    expect(await first).toEqual([[[], []]]);
    expect(await thread.scan(terms, [large])).toEqual([[[], []]]);
  });
});
