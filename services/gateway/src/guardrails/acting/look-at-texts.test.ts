import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { compileDetectors } from '@aicp/detection/compile-detectors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PromptText } from '../../protocols/protocol.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { GuardrailBook, GuardrailMaker } from '../book/guardrail-book.ts';
import type { ScanningThread } from '@aicp/detection/thread/scanning-thread';
import { ActingGuards } from './acting-guards.ts';
import { lookAtTexts } from './look-at-texts.ts';

type Thread = Pick<ScanningThread, 'scan'>;

/** Looks as the thread does, without one. */
const looking: Thread = {
  scan: (terms, texts) => {
    const all = terms.map(compileDetectors);
    return Promise.resolve(texts.map((text) => all.map((detectors) => detectors.scan(text))));
  },
};
/** A thread that cannot look. */
const ended: Thread = { scan: () => Promise.resolve(undefined) };
const unasked: Thread = { scan: () => expect.unreachable() };

const keyword = (pattern: string, action: 'block' | 'redact' | 'flag'): DetectorTerms => ({
  ...{ id: 'words', type: 'keyword', action },
  patterns: [{ pattern, label: pattern.toUpperCase(), action }],
});

const maker = new GuardrailMaker();
const book = new GuardrailBook(
  [
    guardrail('pii', { detectors: [{ id: 'pii', type: 'pii', action: 'redact' }] }),
    guardrail('words', { detectors: [keyword('apollo', 'redact'), keyword('secret', 'block')] }),
    guardrail('watched', { mode: 'monitor', detectors: [keyword('plain', 'block')] }),
  ].map((fragment) => maker.ready(fragment, [])),
);

async function looked(texts: readonly PromptText[], thread: Thread) {
  const set = book.setFor({ key: 'k', team: undefined, organization: undefined, models: ['m'] });
  if (!set) throw new Error('no guardrail acts');
  const guards = new ActingGuards(set);
  const { stop, replaced } = await lookAtTexts(
    guards.ofRequest,
    { texts, unseen: new Set() },
    thread,
  );
  return { stop, replaced, verdicts: guards.verdicts };
}

const PARTS = ['jo@example.com', ' apollo ', ' plain ', '4111 1111 1111 1111', '😀'];
const filling = (length: number): string => 'a, '.repeat(length);

/** Long texts with something in them, across the borders of slices as well. */
const longTexts: fc.Arbitrary<PromptText[]> = fc.array(
  fc.record({
    form: fc.constantFrom('text', 'text', 'json'),
    text: fc
      .array(
        fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom(...PARTS) },
          { weight: 9, arbitrary: fc.integer({ min: 1, max: 20_000 }).map(filling) },
          { weight: 1, arbitrary: fc.constant(' secret ') },
        ),
        { minLength: 1, maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('looking at a long prompt', () => {
  it('comes to the same in the thread and in slices', async () => {
    await fc.assert(
      fc.asyncProperty(longTexts, async (texts) => {
        expect(await looked(texts, looking)).toEqual(await looked(texts, ended));
      }),
      { numRuns: 60 },
    );
  });

  it('replaces and stops by what the thread found', async () => {
    const long = 'a, '.repeat(20_000);
    const [one, two] = [`${long}jo@example.com`, `${long} apollo`];
    const { replaced } = await looked(
      [one, two].map((text) => ({ form: 'text', text })),
      looking,
    );
    expect([...replaced.values()]).toEqual([`${long}<EMAIL_ADDRESS_1>`, `${long} <APOLLO_1>`]);
    expect(await looked([{ form: 'text', text: `${long} secret` }], looking)).toMatchObject({
      stop: { guardrail: 'words', label: 'SECRET' },
    });
  });

  it('asks no thread about short ones', async () => {
    expect(await looked([{ form: 'text', text: 'jo@example.com' }], unasked)).toMatchObject({
      replaced: new Map([[0, '<EMAIL_ADDRESS_1>']]),
    });
  });
});
