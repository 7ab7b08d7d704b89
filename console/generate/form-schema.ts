/** A part of a JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI document that forms are made from. */
export interface ApiDocument {
  readonly paths: Readonly<
    Record<string, { readonly post?: { readonly requestBody?: { readonly content: Content } } }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

/** What a form is made from. */
export interface FormSchema {
  readonly schema: Schema;
  /** As a request would have it. */
  readonly example: unknown;
}

/** Beyond this depth nothing is asked for field by field. */
const DEEPEST = 8;

/** What whoever creates an object of a collection may send, with all references put in place. Throws where the collection takes none. */
export function formSchema(document: ApiDocument, collection: string): FormSchema {
  const content = document.paths[collection]?.post?.requestBody?.content['application/json'];
  if (!content) throw new Error(`${collection} takes no new objects`);
  const { schemas } = document.components;
  return { schema: inPlace(content.schema, schemas, 0), example: content.example ?? null };
}

type Schemas = ApiDocument['components']['schemas'];

function inPlace(schema: Schema, schemas: Schemas, depth: number): Schema {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const found = schemas[reference.replace('#/components/schemas/', '')];
    if (!found || depth > DEEPEST) return {};
    return inPlace(found, schemas, depth + 1);
  }
  return withoutUnasked(
    Object.fromEntries(
      Object.entries(schema)
        .filter(([, value]) => !isReadOnly(value))
        .map(([name, value]) => [name, valueInPlace(value, schemas, depth)]),
    ),
  );
}

/** Nothing is required that nobody is asked for. */
function withoutUnasked(schema: Schema): Schema {
  const { required, properties } = schema;
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null) {
    return schema;
  }
  const asked = (required as readonly string[]).filter((name) => Object.hasOwn(properties, name));
  const { required: _, ...others } = schema;
  return asked.length === 0 ? others : { ...schema, required: asked };
}

/** Nobody is asked for what the service says. */
const isReadOnly = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value as Schema)['readOnly'] === true;

function valueInPlace(value: unknown, schemas: Schemas, depth: number): unknown {
  if (Array.isArray(value)) return value.map((part) => valueInPlace(part, schemas, depth));
  if (typeof value !== 'object' || value === null) return value;
  return inPlace(value as Schema, schemas, depth);
}
