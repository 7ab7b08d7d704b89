type Fields = Readonly<Record<string, unknown>>;

/** The field of an input that a text alone fills: the one that a JSON Schema requires, where that is a text. Undefined where there is none such. */
export function textFieldOf(schema: Fields | undefined): string | undefined {
  const { required, properties } = schema ?? {};
  if (!Array.isArray(required) || required.length !== 1 || !isFields(properties)) return undefined;
  const name: unknown = required[0];
  if (typeof name !== 'string' || !Object.hasOwn(properties, name)) return undefined;
  const field = properties[name];
  return isFields(field) && field['type'] === 'string' ? name : undefined;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
