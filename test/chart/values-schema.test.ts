import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHART, CRD_CHART } from './helm.ts';
import { describeCharts } from './suite.ts';
import {
  type ValueSchema,
  documentedValues,
  schemaAt,
  valuesReference,
} from './values-reference.ts';

await describeCharts('a wrong value', ({ helm }) => {
  it.each([
    ['an unknown one', { replicas: 3 }, /additional properties 'replicas' not allowed/],
    [
      'an unknown one of a service',
      { 'gateway.replica': 3 },
      /additional properties 'replica' not allowed/,
    ],
    [
      'text for a number',
      { 'gateway.replicas': 'two' },
      /'\/gateway\/replicas': got string, want integer/,
    ],
    [
      'a level of the log that no service knows',
      { 'defaults.logLevel': 'trace' },
      /'\/defaults\/logLevel': value must be one of 'debug', 'info', 'warn', 'error'/,
    ],
    ['no replica', { 'operator.replicas': 0 }, /'\/operator\/replicas': minimum: got 0, want 1/],
    [
      'an unknown mode of TLS',
      { 'operator.tls.mode': 'on' },
      /'\/operator\/tls\/mode': value must be one of 'none', 'selfSigned'/,
    ],
    [
      'a mode of TLS that only the operator has',
      { 'gateway.tls.mode': 'selfSigned' },
      /'\/gateway\/tls\/mode': value must be one of/,
    ],
    [
      'a digest that is none',
      { 'image.digest': 'latest' },
      /'\/image\/digest': 'latest' does not match pattern/,
    ],
    [
      'a realtime session without an end',
      { 'gateway.realtime.sessionSeconds': 0 },
      /'\/gateway\/realtime\/sessionSeconds': minimum: got 0, want 1/,
    ],
    [
      'a size that is none',
      { 'gateway.persistence.size': 'big' },
      /'\/gateway\/persistence\/size': 'big' does not match pattern/,
    ],
    [
      'a database without a password',
      { 'postgresql.bundled.enabled': true },
      /'\/postgresql\/bundled\/password': minLength: got 0, want 8/,
    ],
    [
      'a store without a password',
      { 'valkey.bundled.enabled': true },
      /'\/valkey\/bundled\/password': minLength/,
    ],
    [
      'an address of another database',
      { 'postgresql.url': 'mysql://db' },
      /'\/postgresql\/url': 'mysql:\/\/db' does not match pattern/,
    ],
    [
      'an unknown one of the CRDs',
      { 'crds.kept': true },
      /additional properties 'kept' not allowed/,
    ],
    [
      'a collector without an address',
      { 'gateway.telemetry.enabled': true },
      /gateway\.telemetry\.endpoint is needed where gateway\.telemetry\.enabled/,
    ],
    [
      'a token for gateways that serve TLS',
      {
        'gateway.tls': { mode: 'existingSecret', existingSecret: 'tls' },
        'gateway.countsTokenSecret.name': 'counts',
      },
      /gateway\.countsTokenSecret needs gateway\.tls\.mode none/,
    ],
    [
      'a sampler that the gateway does not know',
      { 'gateway.telemetry.sampler': 'jaeger_remote' },
      /'\/gateway\/telemetry\/sampler': value must be one of 'always_on'/,
    ],
    [
      'a Secret that is not named',
      { 'operator.tls.mode': 'existingSecret' },
      /operator\.tls\.existingSecret is needed where operator\.tls\.mode is existingSecret/,
    ],
    [
      'admin services with facts of their own',
      { 'admin.replicas': 2 },
      /admin\.replicas above 1 needs PostgreSQL/,
    ],
    [
      'an admin service that would lose its facts with its pod',
      { 'admin.persistence.enabled': false },
      /admin keeps its facts on its volume/,
    ],
    [
      'an origin with a path',
      { 'gateway.corsOrigins[0]': 'https://chat.example.com/' },
      /'\/gateway\/corsOrigins\/0': 'https:\/\/chat.example.com\/' does not match pattern/,
    ],
    [
      'every origin for the admin service',
      { 'admin.corsOrigins[0]': '*' },
      /'\/admin\/corsOrigins\/0': '\*' does not match pattern/,
    ],
    [
      'an Ingress without a host',
      { 'gateway.ingress.enabled': true },
      /gateway\.ingress\.hosts needs a host/,
    ],
    [
      'a route without a Gateway',
      { 'gateway.httpRoute.enabled': true },
      /gateway\.httpRoute\.parentRefs needs a Gateway/,
    ],
  ])('is refused with words that say where: %s', async (_, set, words) => {
    await expect(helm.template({ set })).rejects.toThrow(words);
  });
});

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly [keyword: string]: unknown;
}

it('can’t be misspelt unseen: each object with known keys refuses all others', async () => {
  const schema = JSON.parse(await readFile(join(CHART, 'values.schema.json'), 'utf8')) as Schema;
  const open: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, additionalProperties } = value as Schema;
    if (type === 'object' && additionalProperties === undefined) open.push(path);
    for (const [key, child] of Object.entries(value)) walk(child, `${path}/${key}`);
  };
  walk(schema, '');
  expect(open).toEqual([]);
  expect(schema.additionalProperties).toBe(false);
});

const page = join(import.meta.dirname, '../../docs/reference/helm-values.md');

const read = async (chart: string) => ({
  values: documentedValues(await readFile(join(chart, 'values.yaml'), 'utf8')),
  schema: JSON.parse(await readFile(join(chart, 'values.schema.json'), 'utf8')) as ValueSchema,
});

it.each([CHART, CRD_CHART])('says of every value what it means', async (chart) => {
  const { values } = await read(chart);
  expect(values.length).toBeGreaterThan(2);
  expect(values.filter(({ meaning }) => meaning.length < 4)).toEqual([]);
});

it.each([CHART, CRD_CHART])('has every value in the schema', async (chart) => {
  const { values, schema } = await read(chart);
  expect(values.filter(({ path }) => !schemaAt(path, schema)).map(({ path }) => path)).toEqual([]);
});

it('has every value of the schema’s own sections in values.yaml', async () => {
  const { values, schema } = await read(CHART);
  const sections = new Set(values.map(({ path }) => path.split('.')[0]));
  expect(Object.keys(schema.properties ?? {}).filter((key) => !sections.has(key))).toEqual([
    'global',
  ]);
  const paths = new Set(values.map(({ path }) => path));
  for (const section of ['image', 'rbac', 'defaults', 'networkPolicy', 'metrics', 'license']) {
    const keys = Object.keys(schemaAt(section, schema)?.properties ?? {});
    expect(
      keys.filter((key) => !paths.has(`${section}.${key}`)),
      section,
    ).toEqual([]);
  }
});

it('is documented as docs/reference/helm-values.md says (make chart-golden writes it)', async () => {
  const { values, schema } = await read(CHART);
  expect(existsSync(page), 'run make chart-golden').toBe(true);
  await expect(valuesReference(values, schema)).toMatchFileSnapshot(page);
});

it('takes the comment above a key, and none of the paragraph before it', () => {
  const text =
    '# First.\na: 1\n\n# Of a section.\n\n# Second,\n# in two lines.\nb:\n  # Third.\n  c: { d: 1 }\n';
  expect(documentedValues(text)).toEqual([
    { path: 'a', meaning: 'First.', preset: '1' },
    { path: 'b', meaning: 'Second, in two lines.', preset: undefined },
    { path: 'b.c', meaning: 'Third.', preset: '{"d":1}' },
  ]);
});
