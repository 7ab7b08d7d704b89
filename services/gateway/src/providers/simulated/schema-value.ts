import { seededRandom } from './seeded-random.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Levels below which only what is required is filled in, so that a schema that holds itself has an end. */
const DEEPEST = 4;
/** Levels at which all ends, whatever is required. */
const BOTTOM = 16;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T12:00:00Z',
  date: '2026-01-15',
  time: '12:00:00Z',
  duration: 'PT1H',
  email: 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '3f2b8c1e-5d4a-4e6f-8a9b-0c1d2e3f4a5b',
  uri: 'https://example.com/',
};

/** A value that fits a JSON Schema as far as programs that ask models write them; the same for the same seed. Patterns are not looked at. */
export function schemaValue(schema: unknown, seed: number): unknown {
  return new SchemaFiller(schema, seed).fill(schema, 0);
}

class SchemaFiller {
  private readonly root: unknown;
  private readonly random: () => number;

  constructor(root: unknown, seed: number) {
    this.root = root;
    this.random = seededRandom(seed);
  }

  fill(written: unknown, level: number): unknown {
    const schema = this.resolved(written);
    if (level > BOTTOM) return null;
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return this.oneOf(schema.enum);
    const choice = firstOf(schema.anyOf) ?? firstOf(schema.oneOf);
    if (choice !== undefined) return this.fill(choice, level + 1);
    return this.ofType(typeOf(schema), schema, level);
  }

  private ofType(type: unknown, schema: Schema, level: number): unknown {
    if (type === 'object') return this.object(schema, level);
    if (type === 'array') return this.array(schema, level);
    if (type === 'string') return this.text(schema);
    if (type === 'integer' || type === 'number') return number(schema);
    if (type === 'boolean') return this.random() < 0.5;
    return type === 'null' ? null : 'anything';
  }

  private object(schema: Schema, level: number): Record<string, unknown> {
    const required = Array.isArray(schema.required) ? schema.required : [];
    const members = Object.entries(asSchema(schema.properties)).filter(
      ([name]) => level < DEEPEST || required.includes(name),
    );
    return Object.fromEntries(members.map(([name, inner]) => [name, this.fill(inner, level + 1)]));
  }

  private array(schema: Schema, level: number): unknown[] {
    const least = countOf(schema.minItems, level < DEEPEST ? 1 : 0);
    const length = Math.min(least, countOf(schema.maxItems, 8));
    return Array.from({ length }, () => this.fill(schema.items, level + 1));
  }

  private text({ format, minLength, maxLength }: Schema): string {
    const fixed = typeof format === 'string' ? FORMATS[format] : undefined;
    if (fixed !== undefined) return fixed;
    const words = ['light', 'water', 'stone', 'tide', 'north'];
    const word = this.oneOf(words) as string;
    return word.padEnd(countOf(minLength, 0), 'x').slice(0, countOf(maxLength, 200));
  }

  private oneOf(values: readonly unknown[]): unknown {
    return values[Math.floor(this.random() * values.length)];
  }

  /** The schema that a `$ref` of the same document names, with what stands in `allOf`. */
  private resolved(written: unknown): Schema {
    let schema = asSchema(written);
    for (let step = 0; typeof schema.$ref === 'string' && step < BOTTOM; step += 1) {
      schema = asSchema(at(this.root, schema.$ref));
    }
    if (!Array.isArray(schema.allOf)) return schema;
    return schema.allOf.map(asSchema).reduce(merged, schema);
  }
}

const asSchema = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? (value as Schema) : {};

const firstOf = (value: unknown): unknown =>
  Array.isArray(value) ? (value as unknown[])[0] : undefined;

const countOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? Math.min(value, 1000) : otherwise;

/** The first of several types; what the schema looks like where it names none. */
function typeOf(schema: Schema): unknown {
  if (schema.type !== undefined) return firstOf(schema.type) ?? schema.type;
  if ('properties' in schema) return 'object';
  return 'items' in schema ? 'array' : undefined;
}

function merged(schema: Schema, more: Schema): Schema {
  const required = [schema.required, more.required].flatMap((names) =>
    Array.isArray(names) ? (names as unknown[]) : [],
  );
  const properties = { ...asSchema(schema.properties), ...asSchema(more.properties) };
  return { ...schema, ...more, required, properties };
}

/** What a pointer such as `#/$defs/item` names. */
function at(root: unknown, pointer: string): unknown {
  const names = pointer.replace(/^#\/?/, '').split('/').filter(Boolean);
  return names.reduce<unknown>(
    (value, name) =>
      asSchema(value)[decodeURIComponent(name).replace('~1', '/').replace('~0', '~')],
    root,
  );
}

function number(schema: Schema): number {
  const step = numberOf(schema.multipleOf) ?? 1;
  const least = numberOf(schema.minimum) ?? above(schema.exclusiveMinimum, step);
  const most = numberOf(schema.maximum);
  const value = Math.ceil((least ?? 1) / step) * step;
  return least === undefined && most !== undefined ? Math.min(value, most) : value;
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

const above = (value: unknown, step: number): number | undefined =>
  typeof value === 'number' ? value + step : undefined;
