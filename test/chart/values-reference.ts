import { isMap, isPair, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml';

/** As much of JSON schema as values.schema.json uses. */
export interface ValueSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ValueSchema[];
  readonly allOf?: readonly ValueSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly definitions?: Readonly<Record<string, ValueSchema>>;
}

/** One key of values.yaml. */
export interface DocumentedValue {
  readonly path: string;
  /** The comment above it. */
  readonly meaning: string;
  /** JSON; absent for a map whose keys are documented one by one. */
  readonly preset: string | undefined;
}

/** Every key of a values.yaml in order, down to where its comments end: flow maps and lists are values. Throws on what is no map. */
export function documentedValues(text: string): DocumentedValue[] {
  const document = parseDocument(text);
  if (!isMap(document.contents)) throw new TypeError('values.yaml is no map');
  // The first comment of a document belongs to the document, not to its first key.
  const first = document.commentBefore ?? document.contents.commentBefore ?? '';
  return [...valuesOf(document.contents, '', first)];
}

function* valuesOf(map: YAMLMap, prefix: string, first: string): Generator<DocumentedValue> {
  for (const [index, pair] of map.items.entries()) {
    if (!isPair(pair) || !isScalar(pair.key)) continue;
    const path = `${prefix}${String(pair.key.value)}`;
    const meaning = wordsOf(pair.key.commentBefore ?? (index === 0 ? first : ''));
    const { value } = pair as Pair<unknown, YAMLMap>;
    if (isMap(value) && !value.flow) {
      yield { path, meaning, preset: undefined };
      yield* valuesOf(value, `${path}.`, value.commentBefore ?? '');
    } else {
      yield { path, meaning, preset: presetOf(pair.value) };
    }
  }
}

/** The last paragraph: what stands above a blank line is about something else. */
const wordsOf = (comment: string): string =>
  (comment.split(/\n\s*\n/).at(-1) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();

const presetOf = (value: unknown): string =>
  JSON.stringify((value as { toJSON(): unknown } | null)?.toJSON() ?? null);

/** The page of all values. */
export function valuesReference(values: readonly DocumentedValue[], schema: ValueSchema): string {
  const sections = Map.groupBy(values, ({ path }) => path.split('.')[0] ?? '');
  const single = [...sections.values()].filter((rows) => rows.length === 1).flat();
  const grouped = [...sections].filter(([, rows]) => rows.length > 1);
  return [
    '# Values of the chart ai-control-plane',
    '',
    '<!-- Made by `make chart-golden` from charts/ai-control-plane/values.yaml and its schema. -->',
    '',
    'A service’s section takes every key of [`defaults`](#defaults) too; what it sets takes the place of the default.',
    '',
    ...table(single, schema),
    ...grouped.flatMap(([name, [head, ...rows]]) => [
      '',
      `## ${name}`,
      '',
      head?.meaning ?? '',
      '',
      ...table(rows, schema),
    ]),
    '',
  ].join('\n');
}

const table = (rows: readonly DocumentedValue[], schema: ValueSchema): string[] => [
  '| Value | Type | Default | Meaning |',
  '| --- | --- | --- | --- |',
  ...rows.map(({ path, meaning, preset }) => {
    const type = preset === undefined ? '' : typeAt(path, schema);
    const shown = preset === undefined ? '' : `\`${preset}\``;
    return `| \`${path}\` | ${cell(type)} | ${cell(shown)} | ${cell(meaning)} |`;
  }),
];

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The schema of a value by its path; undefined where the schema does not know it. */
export function schemaAt(path: string, root: ValueSchema): ValueSchema | undefined {
  let schema: ValueSchema | undefined = root;
  for (const key of path.split('.')) {
    // Maps that are passed on to Kubernetes as they are have no keys of ours.
    if (schema.additionalProperties === true) return {};
    const next: ValueSchema | undefined = propertiesOf(schema, root)[key];
    if (!next) return undefined;
    schema = resolved(next, root);
  }
  return schema;
}

function propertiesOf(schema: ValueSchema, root: ValueSchema): Record<string, ValueSchema> {
  const parts = (schema.allOf ?? []).map((part) => propertiesOf(resolved(part, root), root));
  return Object.assign({}, ...parts, schema.properties) as Record<string, ValueSchema>;
}

const resolved = (schema: ValueSchema, root: ValueSchema): ValueSchema =>
  schema.$ref ? (root.definitions?.[schema.$ref.replace('#/definitions/', '')] ?? {}) : schema;

function typeAt(path: string, root: ValueSchema): string {
  const schema = schemaAt(path, root);
  return schema ? typeOf(schema, root) : '';
}

function typeOf(schema: ValueSchema, root: ValueSchema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf) {
    return schema.anyOf.map((choice) => typeOf(resolved(choice, root), root)).join(' or ');
  }
  const type = [schema.type ?? []].flat().join(' or ');
  if (type === 'array') return 'list';
  if (schema.minimum === undefined) return type;
  return schema.maximum === undefined
    ? `${type}, from ${schema.minimum}`
    : `${type}, ${schema.minimum} to ${schema.maximum}`;
}
