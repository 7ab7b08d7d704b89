import {
  testsIn,
  type Attribute,
  type Expression,
  type Test,
} from '@aicp/contracts/conditions/ast';
import { evaluate, type AttributeValue } from '@aicp/contracts/conditions/evaluate';

/** So many ways to fill a condition in are tried; a condition with more is taken for one that may hold. */
const MOST = 2000;

/** Whether a condition holds for nothing, because its tests rule each other out: `team == a && team == b`. Where that is unsure, false. */
export function contradictsItself(condition: Expression): boolean {
  const byName = Map.groupBy(testsIn(condition), ({ attribute }) => attribute.name);
  const names = [...byName.keys()];
  const values = [...byName.values()].map(valuesFor);
  const ways = values.reduce((product, some) => product * (some?.length ?? Infinity), 1);
  if (ways > MOST) return false;
  for (let way = 0; way < ways; way += 1) {
    let rest = way;
    const filled = new Map<string, AttributeValue>();
    for (const [index, some = []] of values.entries()) {
      filled.set(names[index] ?? '', some[rest % some.length]);
      rest = Math.floor(rest / some.length);
    }
    if (evaluate(condition, (name) => filled.get(name))) return false;
  }
  return true;
}

/** No text of a condition has it: what has it equals nothing that is written. */
const OTHER = '\u0000';

/** Values of one attribute of which each meets other tests, and every way to meet some of them is there; undefined where that is not sure. */
function valuesFor(tests: readonly Test[]): AttributeValue[] | undefined {
  const [{ attribute } = NOTHING] = tests;
  const isOrdered = tests.some((test) => test.op === 'compare' && /[<>]/.test(test.comparison));
  if (attribute.type === 'number') return numbersAround(attribute, tests);
  // Texts that are equal as numbers, and begin with a word, are more than these.
  if (isOrdered) return undefined;
  return [...tests.flatMap(wordsOf), OTHER, undefined];
}

const NOTHING = { attribute: { name: '', type: 'string' as const } };

function wordsOf(test: Test): string[] {
  if (test.op === 'compare') return [test.value];
  if (test.op === 'in') return [...test.values];
  return test.op === 'startsWith' ? [test.value, test.value + OTHER] : [];
}

/** The least and the greatest value, where there are any. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  hour: [0, 23],
  input_tokens: [0, Infinity],
  'candidate.error_rate': [0, 1],
  'candidate.p95_ms': [0, Infinity],
};

/** The numbers of the tests, one between each two of them, and one on either side. */
function numbersAround({ name }: Attribute, tests: readonly Test[]): AttributeValue[] {
  const written = [...new Set(tests.flatMap(wordsOf).map(Number))].sort((a, b) => a - b);
  const [least = -Infinity, greatest = Infinity] = RANGES[name] ?? [];
  const first = (written[0] ?? 0) - 1;
  const last = (written.at(-1) ?? 0) + 1;
  const points = [first, ...written, last];
  const between = points.slice(1).map((point, index) => (point + (points[index] ?? 0)) / 2);
  const inRange = [...points, ...between].filter((value) => value >= least && value <= greatest);
  return [...inRange, undefined];
}
