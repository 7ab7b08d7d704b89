import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '@aicp/gateway/guardrails/output/slices';
import { testDetectors, TestGuard } from '@aicp/gateway/guardrails/testing/test-guard';
import { GuardedGeminiStream } from './guarded-answers.ts';

interface Chunk {
  readonly candidates?: readonly {
    readonly index?: number;
    readonly content?: { readonly parts?: readonly { readonly text?: string }[] };
    readonly finishReason?: string;
  }[];
  readonly usageMetadata?: { readonly totalTokenCount: number };
}

const guarded = (chunks: readonly Chunk[]): Chunk[] => {
  const stream = new GuardedGeminiStream(new TestGuard({ detectors: testDetectors() }));
  const out = chunks.map((chunk) =>
    atOnce(stream.push(Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`))).toString(),
  );
  const all = out.join('') + atOnce(stream.end()).toString();
  const events = all.split('\n\n').filter((event) => event !== '');
  return events.map((event) => JSON.parse(event.slice('data: '.length)) as Chunk);
};

const says = (index: number, text: string, finishReason?: string): Chunk => ({
  candidates: [{ index, content: { parts: [{ text }] }, ...(finishReason && { finishReason }) }],
});
const usage = (totalTokenCount: number): Chunk => ({ usageMetadata: { totalTokenCount } });

/** Of each candidate its text, and why it is over, as often as it is said. */
function toldBy(chunks: readonly Chunk[]) {
  const told = new Map<number, { text: string; reasons: string[] }>();
  for (const { index = 0, content, finishReason } of chunks.flatMap(
    (one) => one.candidates ?? [],
  )) {
    const known = told.get(index) ?? { text: '', reasons: [] };
    const text = (content?.parts ?? []).map((part) => part.text ?? '').join('');
    const reasons = finishReason === undefined ? [] : [finishReason];
    told.set(index, { text: known.text + text, reasons: [...known.reasons, ...reasons] });
  }
  return Object.fromEntries([...told].sort(([one], [other]) => one - other));
}

const totalOf = (chunks: readonly Chunk[]) =>
  chunks.flatMap(({ usageMetadata }) => usageMetadata?.totalTokenCount ?? []).at(-1);

it('tells why each candidate is over where they end apart', () => {
  const out = guarded([says(0, 'one', 'STOP'), says(1, 'two'), says(1, ' three', 'MAX_TOKENS')]);
  expect(toldBy(out)).toEqual({
    0: { text: 'one', reasons: ['STOP'] },
    1: { text: 'two three', reasons: ['MAX_TOKENS'] },
  });
});

it('tells why a candidate is over, and then what was used, where that comes alone', () => {
  const out = guarded([says(0, 'write to ann@exam'), says(0, 'ple.org', 'STOP'), usage(7)]);
  expect(toldBy(out)).toEqual({ 0: { text: 'write to <EMAIL_ADDRESS_1>', reasons: ['STOP'] } });
  expect(out.at(-1)).toEqual(usage(7));
  expect(out.at(-2)?.candidates?.[0]?.finishReason).toBe('STOP');
});

it('keeps few events, however often a provider says what was used', () => {
  const stream = new GuardedGeminiStream(new TestGuard({ detectors: testDetectors() }));
  const push = (chunk: Chunk) =>
    atOnce(stream.push(Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`)));
  push(says(0, 'a', 'STOP'));
  for (let count = 0; count < 100; count += 1) push(usage(count));
  const events = atOnce(stream.end()).toString().trim().split('\n\n');
  expect(events).toHaveLength(2);
  expect(events[1]).toBe(`data: ${JSON.stringify(usage(99))}`);
});

/** What one candidate says, in chunks of which the last says why it is over, and perhaps all do. */
const someCandidate = fc.record({
  pieces: fc.array(fc.constantFrom('a', ' ann@exam', 'ple.org ', 'b c', ''), {
    minLength: 1,
    maxLength: 4,
  }),
  reason: fc.constantFrom('STOP', 'MAX_TOKENS', 'SAFETY'),
  endsEach: fc.boolean(),
});

it('tells each reason once and each text once, in whatever order candidates end', () => {
  const someOrder = fc.array(fc.nat({ max: 3 }), { minLength: 24, maxLength: 24 });
  fc.assert(
    fc.property(
      fc.array(someCandidate, { minLength: 1, maxLength: 3 }),
      someOrder,
      (candidates, order) => {
        const left = candidates.map(({ pieces }) => [...pieces]);
        const chunks: Chunk[] = [];
        for (const next of [...order, ...candidates.keys(), ...candidates.keys()]) {
          const index = next % (candidates.length + 1);
          const { reason, endsEach } = candidates[index] ?? {};
          const piece = left[index]?.shift();
          if (piece !== undefined)
            chunks.push(
              says(index, piece, endsEach || left[index]?.length === 0 ? reason : undefined),
            );
          if (index === candidates.length) chunks.push(usage(chunks.length));
        }
        fc.pre(left.every((pieces) => pieces.length === 0));
        const out = guarded(chunks);
        const told = toldBy(out);
        // Nothing of another candidate stands around it.
        const alone = candidates.map(
          ({ pieces, reason }) => toldBy(guarded([says(0, pieces.join(''), reason)]))[0],
        );
        expect(Object.values(told).map(({ reasons }) => reasons)).toEqual(
          alone.map((one) => one?.reasons),
        );
        expect(textsOf(told)).toEqual(alone.map((one) => one?.text.replaceAll(/_\d+>/g, '>')));
        expect(totalOf(out)).toBe(totalOf(chunks));
      },
    ),
  );
});

/** Texts with placeholders of any number: candidates share them, in the order in which they came. */
const textsOf = (told: Readonly<Record<string, { readonly text: string }>>) =>
  Object.values(told).map(({ text }) => text.replaceAll(/_\d+>/g, '>'));

/** The parts of a stream's candidate, in the order in which a client has them; texts in a row as one. */
function partsOf(events: readonly object[], guard = new TestGuard({ detectors: testDetectors() })) {
  const stream = new GuardedGeminiStream(guard);
  const bytes = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const out = String(atOnce(stream.push(Buffer.from(bytes)))) + String(atOnce(stream.end()));
  const told: object[] = [];
  for (const event of out.split('\n\n').filter((one) => one !== '')) {
    const { candidates = [] } = JSON.parse(event.slice('data: '.length)) as Chunk;
    for (const part of candidates.flatMap(({ content }) => content?.parts ?? [])) {
      const last = told.at(-1) as { text?: string } | undefined;
      if (part.text !== undefined && last?.text !== undefined)
        told.splice(-1, 1, { text: last.text + part.text });
      else if (part.text !== '') told.push(part);
    }
  }
  return told;
}
const brings = (...parts: object[]) => ({ candidates: [{ index: 0, content: { parts } }] });
const CODE = { executableCode: { language: 'PYTHON', code: 'x = 1' } };
const OTHERS = [
  CODE,
  { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
  { functionCall: { name: 'f', args: { a: 'x' } } },
];

it.each(OTHERS)('has what was held back of a text before %j that follows it', (other) => {
  const END = { candidates: [{ index: 0, finishReason: 'STOP' }] };
  const whole = [{ text: 'to ann@exam' }, other, { text: 'and com' }];
  for (const events of [
    [brings({ text: 'to ann@exam' }), brings(other), brings({ text: 'and com' }), END],
    [brings({ text: 'to ann@exam' }, other), brings({ text: 'and com' }), END],
    [brings(...whole), END],
    [brings({ text: 'to ann@exam' }), brings(other, { text: 'and com' }), END],
  ])
    expect(partsOf(events)).toEqual([
      { text: 'to ann@exam' },
      other,
      { text: expect.stringContaining('and ') as string },
    ]);
});

it('says that a text is cut over code, and lets nothing of it go on there', () => {
  const guard = new TestGuard({ detectors: testDetectors() });
  const events = [brings({ text: 'to ann@exam' }), brings(CODE), brings({ text: 'ple.org' })];
  expect(JSON.stringify(partsOf(events, guard))).not.toContain('ple.org');
  expect(guard.unseen).toContain('split_text');
});
