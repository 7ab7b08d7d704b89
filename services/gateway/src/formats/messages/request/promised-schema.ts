import type { JsonObject } from '../../conversation/conversation.ts';
import { isObject, listOf, objectOf, textOf } from '../../json/members.ts';
import { SchemaReferences } from './schema-references.ts';
import { isOfType, keywordsOf, typesOf } from './typed-keywords.ts';

/** Formats of texts that Claude can be held to. */
const FORMATS = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
]);
/** Where schemas stand that others refer to. */
const DEFINITIONS = ['$defs', 'definitions'] as const;
/** Where schemas stand of which some hold, or all. */
const CHOICES = ['anyOf', 'oneOf', 'allOf'] as const;
/** What says nothing of a value. */
const SILENT = new Set(['$schema', '$id', '$comment']);
/** A schema of more schemas than this is not written anew: no model is held to one as large. */
const MOST_SCHEMAS = 10_000;

/**
 * A JSON Schema as Claude can be held to it (Anthropic's "Structured outputs", "JSON Schema limitations"): objects are closed, and what it cannot be held to stands
 * in the description, as Anthropic's own libraries have it. Undefined where it would mean something else (an object of any members, a value of any type, a schema
 * that holds itself, or one that stands elsewhere), and where it is too large. What is written is no longer than some times what was read: each keyword is written once.
 */
export function promisedSchema(schema: JsonObject): JsonObject | undefined {
  const writer = new SchemaWriter();
  const written = writer.write(schema, true);
  return writer.canPromise ? written : undefined;
}

class SchemaWriter {
  private isHeld = true;
  private schemas = 0;
  private readonly references = new SchemaReferences();
  /** The place of the definition that is written; the empty one is that of the schema itself. */
  private definition = '';

  get canPromise(): boolean {
    return this.isHeld && this.references.areSettled;
  }

  write(schema: JsonObject, isRoot = false): JsonObject {
    this.schemas += 1;
    if (this.schemas > MOST_SCHEMAS) this.isHeld = false;
    if (!this.isHeld) return {};
    const rest: Record<string, unknown> = { ...schema };
    const written: Record<string, unknown> = this.definitions(rest, isRoot);
    const $ref = taken(rest, '$ref');
    if ($ref !== undefined) return { ...written, $ref: this.reference($ref) };
    Object.assign(written, this.literals(rest));
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

  /** References lead to the definitions of the whole schema alone: what is defined further in belongs to what it stands in. */
  private definitions(rest: Record<string, unknown>, isRoot: boolean): Record<string, unknown> {
    const written: Record<string, unknown> = {};
    const outer = this.definition;
    for (const place of DEFINITIONS) {
      const schemas = objectOf(taken(rest, place));
      if (!schemas) continue;
      const entries = Object.entries(schemas).map(([name, schema]) => {
        if (isRoot) this.define(`#/${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
        return [name, this.inner(schema)] as const;
      });
      this.definition = outer;
      written[place] = Object.fromEntries(entries);
    }
    return written;
  }

  private define(place: string): void {
    this.definition = place;
    this.references.define(place);
  }

  private reference($ref: unknown): unknown {
    this.references.refer(this.definition, unescaped(textOf($ref) ?? ''));
    return $ref;
  }

  private typed(rest: Record<string, unknown>, isRoot: boolean): JsonObject {
    const type = rest.type ?? typeBy(rest);
    if (type === undefined) return {};
    const types = namedTypes(type);
    const [first] = types ?? [];
    if (!types || first === undefined) {
      this.isHeld = false;
      return {};
    }
    if (types.length > 1) return this.oneOfTypes(rest, types, isRoot);
    delete rest.type;
    return this.ofType(rest, first, isRoot);
  }

  private ofType(rest: Record<string, unknown>, type: string, isRoot: boolean): JsonObject {
    if (type === 'object') return { type, ...this.object(rest, isRoot) };
    if (type === 'array') return { type, ...this.list(rest) };
    if (type !== 'string' || !FORMATS.has(textOf(rest.format) ?? '')) return { type };
    return { type, format: taken(rest, 'format') };
  }

  /** What is said of one type alone goes to the schema of that type, and stays nowhere else. Beside other choices it cannot be said. */
  private oneOfTypes(
    rest: Record<string, unknown>,
    types: readonly string[],
    isRoot: boolean,
  ): JsonObject {
    const hasChoices = CHOICES.some((name) => listOf(rest[name]).length > 0);
    const schemas: JsonObject[] = types.map((type) => ({ type, ...keywordsOf(rest, type) }));
    if (hasChoices) {
      this.isHeld &&= schemas.every((schema) => Object.keys(schema).length === 1);
      return {};
    }
    for (const schema of schemas)
      for (const name of Object.keys(schema)) Reflect.deleteProperty(rest, name);
    return { anyOf: schemas.map((schema) => this.write(schema, isRoot)) };
  }

  /** Values that are named. They say their type themselves: those of another are none. */
  private literals(rest: Record<string, unknown>): JsonObject {
    const written: Record<string, unknown> = {};
    const values = listOf(rest.enum);
    if (values.length > 0 && values.every(isPlain)) written.enum = taken(rest, 'enum');
    if (rest.const !== undefined && isPlain(rest.const)) written.const = taken(rest, 'const');
    if (Object.keys(written).length === 0) return written;
    const type = taken(rest, 'type');
    const types = type === undefined ? undefined : namedTypes(type);
    return types ? this.ofTypes(written, types) : written;
  }

  private ofTypes({ enum: named, ...others }: JsonObject, types: readonly string[]): JsonObject {
    this.isHeld &&= !('const' in others) || isOfType(others.const, types);
    if (named === undefined) return others;
    const values = listOf(named).filter((value) => isOfType(value, types));
    this.isHeld &&= values.length > 0;
    return { enum: values, ...others };
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

  /** `oneOf` is said as `anyOf`. Claude takes no references in `allOf`. */
  private choices(rest: Record<string, unknown>): JsonObject {
    const [any = [], one = [], all = []] = CHOICES.map((name) => listOf(taken(rest, name)));
    if (any.length > 0 && one.length > 0) this.isHeld = false;
    if (all.some((schema) => objectOf(schema)?.$ref !== undefined)) this.isHeld = false;
    const inner = (schemas: readonly unknown[]) => schemas.map((schema) => this.inner(schema));
    return {
      ...(any.length + one.length === 0 ? {} : { anyOf: inner([...any, ...one]) }),
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

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** A place as it is, where it is written as a part of an address. */
function unescaped(place: string): string {
  try {
    return decodeURIComponent(place);
  } catch (error) {
    if (error instanceof URIError) return place;
    throw error;
  }
}

const namedTypes = (type: unknown) => typesOf(Array.isArray(type) ? listOf(type) : [type]);

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
