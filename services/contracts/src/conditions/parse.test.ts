import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate, type AttributeValue } from './evaluate.ts';
import { normalise } from './normalise.ts';
import { ConditionError, parseCondition } from './parse.ts';
import { attributesOf } from './ast.ts';

const holds = (text: string, attributes: Record<string, AttributeValue>): boolean =>
  evaluate(parseCondition(text), (name) => attributes[name]);

const request = {
  model: 'gpt-4o',
  team: 'research',
  user: '12345',
  stream: true,
  tools: false,
  hour: 23,
  weekday: 'sat',
  input_tokens: 9000,
  'metadata.department': 'legal',
  'metadata.x': '0042',
  'header.x-team': 'blue',
};

describe('a condition that holds', () => {
  it.each([
    'team == research',
    "team == 'research'",
    'team == "research"',
    'team=="research"',
    'team != sales',
    'team in [sales, research]',
    "team in ['sales','research']",
    'team == research && stream == true',
    'team == sales || stream == true',
    'team == sales && hour == 1 || model == gpt-4o',
    '!(team == sales)',
    '!!(team == research)',
    '! team == sales',
    'user == 12345',
    'metadata.x == 0042',
    'department == legal',
    'metadata["department"] == legal',
    'header["x-team"] == blue',
    'header.X-Team == blue',
    'model.startsWith(gpt-)',
    "metadata.department.startsWith('le')",
    'hour >= 22 && hour < 24',
    'hour in [22, 23]',
    'hour == 23.0',
    'input_tokens > 8000',
    'stream != false',
    'tools == false',
    'has(user)',
    '!has(organization)',
    'organization != acme',
    'metadata.x < 43',
    'user > 12344.5',
    'weekday in [sat, sun]',
    ' \t( team == research ) ',
  ])('%s', (text) => {
    expect(holds(text, request)).toBe(true);
  });
});

describe('a condition that does not hold', () => {
  it.each([
    'team == Research',
    'organization == acme',
    'organization in [acme]',
    'organization < 5',
    'organization.startsWith(a)',
    'metadata.x == 42',
    'team < 5',
    'user < abc',
    'team == sales && stream == true || hour == 1',
    'stream == false',
  ])('%s', (text) => {
    expect(holds(text, request)).toBe(false);
  });
});

describe('what cannot be read', () => {
  it.each([
    ['', 'expected an attribute'],
    ['team', 'expected a comparison such as =='],
    ['team = research', 'expected a comparison such as =='],
    ['team == ', 'expected a value'],
    ['team == a b', "expected '&&', '||' or the end, found 'b'"],
    ['team == a &&', 'expected an attribute'],
    ['team == a & b == c', "expected '&&', '||' or the end"],
    ['(team == a', "expected ')'"],
    ['team in a', "expected '['"],
    ['team in []', 'expected a value'],
    ['team in [a b]', "expected ',' or ']'"],
    ["team == 'a", 'expected a value'],
    ['stream == yes', "stream is true or false, not 'yes'"],
    ["stream == 'true'", 'stream is true or false'],
    ['stream < true', 'only == and != can be asked'],
    ['hour == late', "hour is a number, not 'late'"],
    ["hour > '5'", 'hour is a number'],
    ['hour.startsWith(1)', 'startsWith() cannot be asked'],
    ['header == a', 'header needs a name'],
    ['header.authorization == a', 'is a credential'],
    ['header["Cookie"] == a', 'is a credential'],
    ['metadata == a', 'metadata needs a key'],
    [
      'candidate.colour == a',
      'there is no attribute candidate.colour, but candidate.tier, candidate.provider, candidate.p95_ms, candidate.error_rate',
    ],
    ['candidate == a', 'there is no attribute candidate, but candidate.tier'],
    ['candidate.p95_ms == fast', "candidate.p95_ms is a number, not 'fast'"],
    ['has(team', "expected ')'"],
    ['team.startsWith(a', "expected ')'"],
  ])('%j: %s', (text, message) => {
    expect(() => parseCondition(text)).toThrow(ConditionError);
    expect(() => parseCondition(text)).toThrow(message);
  });

  it('says where', () => {
    expect(() => parseCondition('team == a && stream == yes')).toThrow('(at character 24)');
  });

  it('never fails otherwise than with a ConditionError', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        try {
          parseCondition(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ConditionError);
        }
      }),
    );
  });

  it('survives as many brackets as a condition may hold', () => {
    const text = `${'('.repeat(500)}team == a${')'.repeat(500)}`;
    expect(holds(text, { team: 'a' })).toBe(true);
  });
});

describe('the attributes of a condition', () => {
  it('are named once each; an unknown name is a metadata key', () => {
    const names = attributesOf(
      parseCondition('department == a || (team == b && !has(department))'),
    );
    expect(names.map((attribute) => attribute.name)).toEqual(['metadata.department', 'team']);
  });
});

const word = fc.constantFrom('a', 'b', 'research');
const attribute = fc.constantFrom('team', 'user', 'department');
const test = fc.oneof(
  fc.tuple(attribute, fc.constantFrom('==', '!=', '<', '>='), word).map((parts) => parts.join(' ')),
  fc
    .tuple(attribute, fc.array(word, { minLength: 1, maxLength: 3 }))
    .map(([name, values]) => `${name} in [${values.join(', ')}]`),
  attribute.map((name) => `has(${name})`),
  fc.tuple(attribute, word).map(([name, value]) => `${name}.startsWith(${value})`),
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    test,
    tie('condition').map((inner) => `!(${inner})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) && (${b})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) || (${b})`),
  ),
}));
const someRequest = fc.record(
  { team: word, user: word, 'metadata.department': word },
  { requiredKeys: [] },
);

describe('the normal form', () => {
  it.each([
    ['team == a', "team=='a'"],
    ['team == a && user == b', 'user == b && (team == a)'],
    ['team == a', 'team in [a]'],
    ['team in [a, b]', 'team in [b, a, b]'],
    ['!(team == a)', 'team != a'],
    ['!(team == a && user == b)', 'user != b || team != a'],
    ['team == a || team == a', 'team == a'],
    ['department == a', 'metadata.department == a'],
    ['hour == 08', 'hour == 8'],
  ])('%s is the same as %s', (left, right) => {
    expect(normalise(parseCondition(left))).toBe(normalise(parseCondition(right)));
  });

  it.each([
    ['team == a', 'team == b'],
    ['!(team < 5)', 'team >= 5'],
    ['team == "a b"', 'team == "a  b"'],
  ])('%s is not the same as %s', (left, right) => {
    expect(normalise(parseCondition(left))).not.toBe(normalise(parseCondition(right)));
  });

  it('is the same only for conditions that agree on every request', () => {
    fc.assert(
      fc.property(condition, condition, someRequest, (left, right, attributes) => {
        if (normalise(parseCondition(left)) === normalise(parseCondition(right))) {
          expect(holds(left, attributes)).toBe(holds(right, attributes));
        }
      }),
    );
  });

  it('of a condition, of its double negation and of its terms the other way round are one', () => {
    fc.assert(
      fc.property(condition, condition, (left, right) => {
        const form = normalise(parseCondition(`(${left}) && (${right})`));
        expect(normalise(parseCondition(`!!((${left}) && (${right}))`))).toBe(form);
        expect(normalise(parseCondition(`(${right}) && (${left})`))).toBe(form);
      }),
    );
  });
});

describe('negation', () => {
  it('turns every condition round, on requests that lack attributes too', () => {
    fc.assert(
      fc.property(condition, someRequest, (text, attributes) => {
        expect(holds(`!(${text})`, attributes)).toBe(!holds(text, attributes));
      }),
    );
  });
});
