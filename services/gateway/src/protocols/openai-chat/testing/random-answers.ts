import fc from 'fast-check';

/** One text of an answer, and the pieces in which it comes. */
export interface RandomText {
  readonly choice: number;
  readonly place: 'content' | 'refusal' | 'reasoning_content' | 'tool0' | 'tool1';
  readonly text: string;
  readonly pieces: readonly string[];
}

/** An answer as a stream. */
export interface RandomStream {
  readonly texts: readonly RandomText[];
  readonly choices: number;
  /** Its bytes, cut anywhere. */
  readonly pieces: readonly Buffer[];
}

const PARTS = [
  'jo@example.com',
  'ann@example.org',
  '4111 1111 1111 1111',
  '2024',
  '<EMAIL_ADDRESS_1>',
  '<EMAIL_ADD',
  'stop',
  ' plain words ',
  '{"a":"',
  '\\u0041',
];

const someText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PARTS) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(' ', '-', '.', '\n', '@', '"', '\\', '😀', '1', 'é'),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const someValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: someText },
  { weight: 2, arbitrary: fc.constantFrom(4111111111111111, 2024, -7.5e-3, 12, true, null, []) },
);
const someArguments: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      fc.dictionary(fc.constantFrom('to', 'com pany', 'b'), someValue),
      fc.array(someValue, { maxLength: 3 }),
      someValue,
    ),
    fc.constantFrom(undefined, 1),
    fc.nat(),
  )
  .map(([value, space, seed]) => escapedMore(JSON.stringify(value, null, space), seed));
/** What begins as no JSON does. */
const someBroken: fc.Arbitrary<string> = someText.map((text) => `call ${text}`);

/** JSON in which some characters of strings are escapes that need not be. */
function escapedMore(json: string, seed: number): string {
  let count = seed;
  return json.replaceAll(/[a-z@.]/g, (char, at: number) => {
    count += 1;
    const isInString = (json.slice(0, at).match(/(?<!\\)(?:\\\\)*"/g)?.length ?? 0) % 2 === 1;
    return count % 11 === 0 &&
      isInString &&
      json[at - 1] !== '\\' &&
      !/\\u.{0,3}$/.test(json.slice(0, at))
      ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
      : char;
  });
}

const someCuts = fc.array(fc.nat({ max: 2000 }), { maxLength: 12 });

function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [...cuts.map((cut) => cut % (text.length + 1)), 0, text.length];
  places.sort((one, other) => one - other);
  return places.slice(1).map((end, index) => text.slice(places[index], end));
}

const textAt = (choice: number, place: RandomText['place']): fc.Arbitrary<RandomText[]> => {
  const isTool = place.startsWith('tool');
  const text = isTool
    ? fc.oneof({ weight: 5, arbitrary: someArguments }, { weight: 1, arbitrary: someBroken })
    : someText;
  const some: fc.Arbitrary<RandomText[]> = fc
    .tuple(text, someCuts)
    .map(([whole, cuts]) => [{ choice, place, text: whole, pieces: cutAt(whole, cuts) }]);
  return fc.oneof(
    { weight: place === 'content' ? 6 : 1, arbitrary: some },
    { weight: 2, arbitrary: fc.constant<RandomText[]>([]) },
  );
};

const PLACES = ['content', 'refusal', 'reasoning_content', 'tool0', 'tool1'] as const;

/** Answers with some choices, whose texts come in turns. */
export const someStream: fc.Arbitrary<RandomStream> = fc
  .integer({ min: 1, max: 3 })
  .chain((choices) =>
    fc
      .tuple(
        fc.tuple(
          ...Array.from({ length: choices }, (_, choice) =>
            fc.tuple(...PLACES.map((place) => textAt(choice, place))).map((some) => some.flat()),
          ),
        ),
        fc.array(fc.nat({ max: 1000 }), { minLength: 8, maxLength: 8 }),
        fc.array(fc.nat({ max: 100_000 }), { maxLength: 40 }),
        fc.record({
          ...{ isHasty: fc.boolean(), hasReturns: fc.boolean() },
          ...{ hasScores: fc.boolean(), isPadded: fc.boolean() },
        }),
      )
      .map(([byChoice, turns, cuts, style]) => {
        const events = eventsOf(byChoice, turns, style.isHasty);
        const end = style.hasReturns ? '\r\n\r\n' : '\n\n';
        const bytes = Buffer.from(
          events.map((data, place) => `data: ${styled(data, place, style)}${end}`).join(''),
        );
        return { texts: byChoice.flat(), choices, pieces: bytesCutAt(bytes, cuts) };
      }),
  );

const SCORES = '"logprobs":{"content":[{"token":"stop"}]},';

/** The chunk with what providers send beside its text: scores of it, and padding that is another in each. */
function styled(
  data: string,
  place: number,
  { hasScores, isPadded }: { readonly hasScores: boolean; readonly isPadded: boolean },
): string {
  const scored = hasScores ? data : data.replace(SCORES, '');
  if (!isPadded || !scored.endsWith('}')) return scored;
  return `${scored.slice(0, -1)},"obfuscation":"${'a0B'.repeat((place * 7) % 5)}"}`;
}

function bytesCutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length];
  places.sort((one, other) => one - other);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

/** `isHasty`: the last piece comes in the chunk that says that its choice is over. */
function eventsOf(
  byChoice: readonly (readonly RandomText[])[],
  turns: readonly number[],
  isHasty: boolean,
): string[] {
  let turn = 0;
  const pick = (count: number): number => {
    turn += 1;
    return ((turns[turn % turns.length] ?? 0) + turn) % count;
  };
  const queues = byChoice.map((texts) =>
    merged(
      texts.map(({ place, pieces }) => pieces.map((piece) => deltaOf(place, piece, pick(5)))),
      pick,
    ),
  );
  const chunks = queues.map((deltas, choice) => [
    ...deltas.map((delta, index) =>
      chunkOf(choice, delta, isHasty && index === deltas.length - 1 ? '"stop"' : 'null'),
    ),
    ...(isHasty && deltas.length > 0 ? [] : [chunkOf(choice, '{}', '"stop"')]),
  ]);
  return [...merged(chunks, pick), '[DONE]'];
}

function merged<T>(queues: readonly (readonly T[])[], pick: (count: number) => number): T[] {
  const left = queues.map((queue) => [...queue]);
  const out: T[] = [];
  for (;;) {
    const some = left.filter(({ length }) => length > 0);
    const next = some.length > 0 ? some[pick(some.length)]?.shift() : undefined;
    if (next === undefined) return out;
    out.push(next);
  }
}

function deltaOf(place: RandomText['place'], piece: string, seed: number): string {
  const written = writtenAs(piece, seed);
  if (!place.startsWith('tool')) return `{"${place}":${written}}`;
  const index = place.slice(4);
  return `{"tool_calls":[{"index":${index},"function":{"arguments":${written}}}]}`;
}

const chunkOf = (choice: number, delta: string, reason: string): string =>
  `{"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":${choice}, "delta":${delta},${SCORES}"finish_reason":${reason}}]}`;

/** A JSON string in which some characters are escapes. */
const writtenAs = (text: string, seed: number): string =>
  `"${Array.from(text, (char, at) =>
    (at + seed) % 5 === 0 ? escaped(char) : JSON.stringify(char).slice(1, -1),
  ).join('')}"`;

const escaped = (char: string): string =>
  Array.from({ length: char.length }, (_, at) => char.charCodeAt(at).toString(16).padStart(4, '0'))
    .map((code) => `\\u${code}`)
    .join('');
