import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { kinds } from '../kinds.ts';
import { freeForm, integer, list, money, text } from './fields.ts';
import { nearestName, listing, unknownField } from './unknown-name.ts';
import { fieldAt, noteOn, withNotes } from './not-enforced.ts';
import { withRules } from './rules.ts';
import { toStructural } from './structural.ts';
import { inSentence } from './in-sentence.ts';
import { withArticle } from './with-article.ts';

describe('a structural schema', () => {
  it('keeps bounds, descriptions, defaults and list types', () => {
    const schema = z.object({
      name: text({ min: 1, max: 5, pattern: { matches: /^a/, says: 'must begin with a' } }).meta({
        description: 'A name.',
      }),
      size: integer({ min: 1, max: 9 }).default(3),
      tags: list(text({ max: 2 }), 4).optional(),
    });
    expect(toStructural(schema)).toEqual({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', description: 'A name.', pattern: '^a', minLength: 1, maxLength: 5 },
        size: { type: 'integer', format: 'int64', minimum: 1, maximum: 9, default: 3 },
        tags: {
          type: 'array',
          maxItems: 4,
          'x-kubernetes-list-type': 'atomic',
          items: { type: 'string', maxLength: 2 },
        },
      },
    });
  });

  it('writes a decimal as int-or-string with bounds for both', () => {
    expect(toStructural(z.object({ cost: money() })).properties?.['cost']).toEqual({
      'x-kubernetes-int-or-string': true,
      minimum: 0,
      maximum: 1_000_000_000,
      pattern: expect.stringContaining('1000000000') as string,
    });
  });

  it('leaves an object of any shape open', () => {
    expect(toStructural(z.object({ with: freeForm() })).properties?.['with']).toEqual({
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
    });
  });

  it('carries rules to the CRD and enforces them in zod alike', () => {
    const schema = withRules(z.object({ a: z.boolean().optional(), b: z.boolean().optional() }), [
      {
        cel: 'has(self.a) == has(self.b)',
        message: 'a and b go together',
        fieldPath: '.b',
        holds: (self) => (self.a === undefined) === (self.b === undefined),
      },
    ]);
    expect(toStructural(schema)['x-kubernetes-validations']).toEqual([
      { rule: 'has(self.a) == has(self.b)', message: 'a and b go together', fieldPath: '.b' },
    ]);
    expect(schema.safeParse({ a: true }).error?.issues[0]).toMatchObject({
      path: ['b'],
      message: 'a and b go together',
    });
    expect(schema.safeParse({ a: true, b: false }).success).toBe(true);
  });

  it.each([
    ['a union of objects', z.object({ x: z.union([z.object({}), z.object({ y: z.string() })]) })],
    ['an unbounded integer', z.object({ x: z.int() })],
    ['a date', z.object({ x: z.date() })],
    ['a recursive schema', z.object({ x: z.json() })],
    ['a literal of a shape that a CRD lacks', z.object({ x: z.tuple([z.string()]) })],
  ])('refuses %s when it is generated, not when it is applied', (_what, schema) => {
    expect(() => toStructural(schema)).toThrow();
  });
});

interface Definition {
  readonly type?: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly checks?: readonly z.core.$ZodCheck[];
}
type Pattern = z.core.$ZodCheckRegexDef;

/** The checks by pattern of a schema and all that is in it, with their paths. */
function patternsOf(schema: z.core.$ZodType, path: string): [string, Pattern][] {
  const definition = schema._zod.def as unknown as Definition;
  const { shape = {}, element, valueType, innerType, options = [], checks = [] } = definition;
  const own = checks
    .map((check) => check._zod.def as Pattern)
    .filter(({ pattern }) => pattern instanceof RegExp)
    .map((check) => [path, check] as [string, Pattern]);
  const inner = [element, valueType, innerType, ...options].filter((one) => one !== undefined);
  return [
    ...own,
    ...Object.entries(shape).flatMap(([key, child]) => patternsOf(child, `${path}.${key}`)),
    ...inner.flatMap((child) => patternsOf(child, path)),
  ];
}

const patterns = kinds.flatMap((kind) => [
  ...patternsOf(kind.spec, `${kind.kind}.spec`),
  ...patternsOf(kind.statusSchema, `${kind.kind}.status`),
]);

describe('a pattern of a schema', () => {
  it('is there in every text that a definition holds one for', () => {
    const written = JSON.stringify(kinds.map(({ structural }) => structural));
    expect(patterns).toHaveLength(written.match(/"pattern":"/g)?.length ?? 0);
  });

  it('says in words what is allowed', () => {
    const silent = patterns.filter(([, { error }]) => {
      const said = (error as z.core.$ZodErrorMap | undefined)?.({
        code: 'invalid_format',
        format: 'regex',
        input: 'x',
      });
      return typeof said !== 'string' || !/^(must|may) .{10,}/.test(said);
    });
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('is told of in no rule', () => {
    const messages = JSON.stringify(kinds.map(({ structural }) => structural)).match(
      /"message":"[^"]*"/g,
    );
    for (const message of messages ?? []) expect(message).not.toMatch(/[\^$\\]|\[[a-z]-|>=|<=/);
  });
});

const schema = {
  type: 'object' as const,
  properties: {
    limit: { type: 'integer' as const, description: 'Requests a minute.' },
    rows: {
      type: 'array' as const,
      items: { type: 'object' as const, properties: { more: { type: 'string' as const } } },
    },
    features: { type: 'object' as const, properties: { cache: { type: 'boolean' as const } } },
  },
};

describe('a field that nobody acts on', () => {
  it('says so in its description, wherever it stands', () => {
    const noted = withNotes(schema, [{ field: 'limit' }, { field: 'features.cache' }]);
    expect(noted.properties?.['limit']?.description).toBe(
      'Requests a minute. Not acted on by this version.',
    );
    expect(noted.properties?.['features']?.properties?.['cache']?.description).toBe(
      'Not acted on by this version.',
    );
    expect(schema.properties.limit.description).toBe('Requests a minute.');
  });

  it('says so in the items of a list', () => {
    const noted = withNotes(schema, [{ field: 'rows[].more' }]);
    expect(fieldAt(noted, 'rows[].more')?.description).toBe('Not acted on by this version.');
  });

  it('has to exist', () => {
    expect(() => withNotes(schema, [{ field: 'features.cash' }])).toThrow(
      'the spec has no field features.cash',
    );
  });

  it('says with which values, with what else, or how far it is acted on', () => {
    expect(noteOn({ field: 'mode', except: ['chat'] })).toBe('This version acts on `chat` only.');
    expect(noteOn({ field: 'a', onlyWith: { field: 'b', is: 'c' } })).toBe(
      'This version acts on it with b `c` only.',
    );
    expect(noteOn({ field: 'a', partly: 'it is shown' })).toBe(
      'Acted on in part by this version: it is shown.',
    );
  });
});

describe('a name that is not known', () => {
  it.each([
    ['baseurl', ['base_url', 'type'], 'base_url'],
    ['dispaly_name', ['display_name', 'id'], 'display_name'],
    ['modle', ['model', 'type'], 'model'],
    ['name', ['mode', 'display_name'], 'display_name'],
    ['endpoint', ['base_url'], 'base_url'],
  ])('%s among %j is taken for %s', (name, known, meant) => {
    expect(nearestName(name, known)).toBe(meant);
  });

  it.each([
    ['colour', ['type', 'base_url']],
    ['ip', ['mode', 'xyz']],
    ['', ['type']],
  ])('%j among %j is taken for nothing', (name, known) => {
    expect(nearestName(name, known)).toBeUndefined();
  });

  it('is told of with the one that was meant, or with those that there are', () => {
    expect(unknownField('typ', ['type'])).toBe('there is no such field (did you mean type?)');
    expect(unknownField('x', ['type', 'region'])).toBe(
      'there is no such field: there are type, region',
    );
    expect(unknownField('x', [])).toBe('there is no such field: this object has none');
  });

  it('keeps its message short, however many there are', () => {
    const many = Array.from({ length: 100 }, (_, index) => `field_number_${index}`);
    expect(listing(many)).toMatch(/field_number_0, .* and \d+ more$/);
    expect(listing(many).length).toBeLessThan(230);
  });
});

describe('a noun', () => {
  it.each([
    'an Organization',
    'an access tier',
    'an APIKey',
    'an A/B test',
    'an MCP server',
    'an SLADefinition',
    'an EventSubscription',
    'a user',
    'a BusinessUnit',
    'a RateLimitPolicy',
    'a ModelDeprecation',
    'a team',
  ])('has the article that it is read with: %s', (right) => {
    expect(withArticle(right.replace(/^an? /, ''))).toBe(right);
  });

  it.each([
    ['Rate limits', 'rate limits'],
    ['API keys', 'API keys'],
    ['A/B tests', 'A/B tests'],
    ['MCP servers', 'MCP servers'],
    ['A page of an MCP server', 'a page of an MCP server'],
  ])('keeps its capitals within a sentence: %s', (heading, right) => {
    expect(inSentence(heading)).toBe(right);
  });
});
