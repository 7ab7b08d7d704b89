import type { JsonObject } from '../../conversation/conversation.ts';
import { isObject, listOf, objectOf, textOf } from '../../json/members.ts';

/** Formats of texts that Claude can be held to. */
const FORMATS = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
]);
/** Where schemas stand that others refer to. */
const DEFINITIONS = ['$defs', 'definitions'] as const;
/** What says nothing of a value. */
const SILENT = new Set(['$schema', '$id', '$comment']);

/**
 * A JSON Schema as Claude can be held to it (Anthropic's "Structured outputs", "JSON Schema limitations"): objects are closed, and what it cannot be held to stands
 * in the description, as Anthropic's own libraries have it. Undefined where it would mean something else: an object of any members, a value of any type, a schema
 * that holds itself, or one that stands elsewhere.
 */
export function promisedSchema(schema: JsonObject): JsonObject | undefined {
  const writer = new SchemaWriter();
  const written = writer.write(schema, true);
  return writer.canPromise ? written : undefined;
}

class SchemaWriter {
  private isHeld = true;
  /** What each definition refers to; the empty name is that of the schema itself. */
  private readonly references = new Map<string, Set<string>>([['', new Set()]]);
  private definition = '';

  get canPromise(): boolean {
    return this.isHeld && ![...this.references.keys()].some((name) => this.reaches(name, name));
  }

  write(schema: JsonObject, isRoot = false): JsonObject {
    const rest: Record<string, unknown> = { ...schema };
    const written: Record<string, unknown> = this.definitions(rest);
    const $ref = taken(rest, '$ref');
    if ($ref !== undefined) return { ...written, $ref: this.reference($ref) };
    Object.assign(written, literalsOf(rest));
    Object.assign(written, 'enum' in written || 'const' in written ? {} : this.typed(rest, isRoot));
    Object.assign(written, this.choices(rest));
    if (Object.keys(written).every((name) => DEFINITIONS.some((one) => one === name)))
      this.isHeld = false;
    const described = textOf(taken(rest, 'description'));
    const title = textOf(taken(rest, 'title'));
    const said = [described, leftOver(rest)].filter(Boolean).join('\n\n');
    return {
      ...(title === undefined ? {} : { title }),
      ...(said === '' ? {} : { description: said }),
      ...written,
    };
  }

  private definitions(rest: Record<string, unknown>): Record<string, unknown> {
    const written: Record<string, unknown> = {};
    for (const place of DEFINITIONS) {
      const schemas = objectOf(taken(rest, place));
      if (!schemas) continue;
      const outer = this.definition;
      const entries = Object.entries(schemas).map(([name, schema]) => {
        this.definition = `#/${place}/${name}`;
        this.references.set(this.definition, new Set());
        return [name, this.inner(schema)] as const;
      });
      this.definition = outer;
      written[place] = Object.fromEntries(entries);
    }
    return written;
  }

  private reference($ref: unknown): unknown {
    const name = textOf($ref) ?? '';
    if (!DEFINITIONS.some((place) => name.startsWith(`#/${place}/`))) this.isHeld = false;
    this.references.get(this.definition)?.add(name);
    return $ref;
  }

  private reaches(from: string, to: string, seen = new Set<string>()): boolean {
    const next = [...(this.references.get(from) ?? [])].filter((name) => !seen.has(name));
    for (const name of next) seen.add(name);
    return next.includes(to) || next.some((name) => this.reaches(name, to, seen));
  }

  private typed(rest: Record<string, unknown>, isRoot: boolean): JsonObject {
    const { type } = rest;
    if (Array.isArray(type)) return this.oneOfTypes(rest, listOf(type), isRoot);
    const known = type ?? typeBy(rest);
    delete rest.type;
    if (known === 'object') return { type: known, ...this.object(rest, isRoot) };
    if (known === 'array') return { type: known, ...this.list(rest) };
    if (known !== 'string') return known === undefined ? {} : { type: known };
    const { format } = rest;
    if (!FORMATS.has(textOf(format) ?? '')) return { type: known };
    delete rest.format;
    return { type: known, format };
  }

  /** What holds for one of the types stands in the schema of each: there it says what it says here. */
  private oneOfTypes(rest: Record<string, unknown>, types: readonly unknown[], isRoot: boolean) {
    const { description, title, ...shared } = rest;
    for (const name of Object.keys(shared)) Reflect.deleteProperty(rest, name);
    Object.assign(rest, { description, title });
    const written = types.map((type) =>
      this.write(type === 'null' ? { type } : { ...shared, type }, isRoot),
    );
    return written.length === 1 ? (written[0] ?? {}) : { anyOf: written };
  }

  private object(rest: Record<string, unknown>, isRoot: boolean): JsonObject {
    const open = taken(rest, 'additionalProperties');
    const properties = objectOf(taken(rest, 'properties'));
    const required = taken(rest, 'required');
    const isFree = !properties && open !== false;
    if (isFree && (!isRoot || isObject(open))) this.isHeld = false;
    const written = Object.entries(properties ?? {}).map(
      ([name, schema]) => [name, this.inner(schema)] as const,
    );
    return {
      properties: Object.fromEntries(written),
      ...(Array.isArray(required) ? { required: listOf(required) } : {}),
      additionalProperties: false,
    };
  }

  private list(rest: Record<string, unknown>): JsonObject {
    const items = taken(rest, 'items');
    if (!isObject(items)) this.isHeld = false;
    const { minItems } = rest;
    const least = minItems === 0 || minItems === 1 ? { minItems: taken(rest, 'minItems') } : {};
    return { ...(isObject(items) ? { items: this.inner(items) } : {}), ...least };
  }

  /** `oneOf` is said as `anyOf`. */
  private choices(rest: Record<string, unknown>): JsonObject {
    const any = [...listOf(taken(rest, 'anyOf')), ...listOf(taken(rest, 'oneOf'))];
    const all = listOf(taken(rest, 'allOf'));
    const inner = (schemas: readonly unknown[]) => schemas.map((one) => this.inner(one));
    return {
      ...(any.length === 0 ? {} : { anyOf: inner(any) }),
      ...(all.length === 0 ? {} : { allOf: inner(all) }),
    };
  }

  /** A schema within another; one of any value is none that can be promised. */
  private inner(schema: unknown): JsonObject {
    if (!isObject(schema)) this.isHeld = false;
    return isObject(schema) ? this.write(schema) : {};
  }
}

/** Takes a member out. */
function taken(rest: Record<string, unknown>, name: string): unknown {
  const value = rest[name];
  Reflect.deleteProperty(rest, name);
  return value;
}

/** Values that are named. They say their type themselves. */
function literalsOf(rest: Record<string, unknown>): JsonObject {
  const values = listOf(rest.enum);
  const written: Record<string, unknown> = {};
  if (values.length > 0 && values.every(isPlain)) written.enum = taken(rest, 'enum');
  if (rest.const !== undefined && isPlain(rest.const)) written.const = taken(rest, 'const');
  if (Object.keys(written).length > 0) delete rest.type;
  return written;
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

function typeBy(rest: JsonObject): string | undefined {
  if (isObject(rest.properties)) return 'object';
  return isObject(rest.items) ? 'array' : undefined;
}

/** What Claude is told in words. */
function leftOver(rest: JsonObject): string {
  const said = Object.entries(rest)
    .filter(([name, value]) => value !== undefined && !SILENT.has(name))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return said.length === 0 ? '' : `{${said.join(', ')}}`;
}
