import { expect, it } from 'vitest';
import { kinds } from '../kinds.ts';
import { isSecretRef, secretNamesIn } from './secret-fields.ts';
import type { StructuralSchema } from './structural.ts';

interface Field {
  readonly path: string;
  readonly name: string;
  readonly schema: StructuralSchema;
}

/** Every field of a spec, in lists and maps too, by its path as references have it. */
function* fieldsOf(schema: StructuralSchema, path = ''): Generator<Field> {
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    yield { path: at, name, schema: child };
    yield* fieldsOf(child, at);
  }
  if (schema.items) yield* fieldsOf(schema.items, `${path}[]`);
  if (schema.additionalProperties) yield* fieldsOf(schema.additionalProperties, `${path}.*`);
}

/** Whether a field is made to name a Secret, by what it is called, what it holds or what its name is described as. */
const looksLikeSecret = ({ name, schema }: Field): boolean =>
  /SecretRef$|^secretRef$|Secret(Name)?s?$/.test(name) ||
  /Ref$/.test(name) ||
  isSecretRef(schema) ||
  schema.properties?.['name']?.description?.includes('Secret') === true;

const every = kinds.map((kind) => ({
  kind,
  marked: kind.references.filter(({ to }) => to === 'Secret').map(({ path }) => path),
  fields: [...fieldsOf(kind.structural.spec)],
}));

it.each(every.map((one) => [one.kind.kind, one] as const))(
  '%s declares each of its fields that names a Secret as a reference to one',
  (_, { marked, fields }) => {
    const found = fields.filter(looksLikeSecret).map(({ path }) => path);
    expect(found.toSorted()).toEqual(marked.toSorted());
  },
);

it('takes no Secret but that with a client certificate as a whole: all others are named with a key', () => {
  const whole = every.flatMap(({ kind, marked, fields }) =>
    fields
      .filter(({ path, schema }) => marked.includes(path) && !isSecretRef(schema))
      .map(({ path }) => `${kind.kind} ${path}`),
  );
  expect(whole).toEqual(['Provider tls.clientCertificateSecretRef']);
});

it.each(
  every.filter(({ marked }) => marked.length > 0).map((one) => [one.kind.kind, one] as const),
)('finds the names of all Secrets that a spec of %s refers to', (_, { kind, marked }) => {
  for (const path of marked) {
    const spec = at(path.split('.'), { name: 'the-secret' });
    expect(secretNamesIn(kind, spec), path).toEqual(['the-secret']);
  }
  expect(secretNamesIn(kind, {})).toEqual([]);
});

it('finds nothing where a spec holds something else than a reference', () => {
  const { kind } = every.find((one) => one.kind.kind === 'Provider')!;
  for (const secretRef of [null, 'text', 7, {}, { name: 7 }, []]) {
    expect(secretNamesIn(kind, { secretRef })).toEqual([]);
  }
});

/** An object with a value at a path, whose lists hold one item. */
function at([field = '', ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  const name = field.replace('[]', '');
  const inner = rest.length === 0 ? value : at(rest, value);
  return { [name]: field.endsWith('[]') ? [inner] : inner };
}
