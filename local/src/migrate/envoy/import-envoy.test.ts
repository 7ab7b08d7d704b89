import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindNamed } from '@aicp/crds/kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { asYaml } from '../plan/write-objects.ts';
import type { Made } from '../plan/plan.ts';
import { UnreadableFile } from '../source/source.ts';
import { importEnvoy } from './import-envoy.ts';

const CASES = join(import.meta.dirname, '../testing');
const written = readFileSync(join(CASES, 'envoy.yaml'), 'utf8');

const notesOf = ({ notes }: Made): string =>
  notes.map(({ kind, line, text }) => `${kind} ${line}: ${text}\n`).join('');

/** Whether all that was made is taken by its kind. */
function expectValid({ objects }: Made): void {
  for (const { kind, spec } of objects) {
    expect(kindNamed(kind).spec.safeParse(spec).error?.issues, kind).toBeUndefined();
  }
}

describe('objects of Envoy AI Gateway', () => {
  const made = importEnvoy(written);

  it('become the objects that stand beside them, and what is not carried over is said', async () => {
    await expect(asYaml(made.objects)).toMatchFileSnapshot(join(CASES, 'envoy.objects.yaml'));
    await expect(notesOf(made)).toMatchFileSnapshot(join(CASES, 'envoy.notes.txt'));
  });

  it('become objects that their kinds take, and no Secret comes along', () => {
    expect(made.objects.length).toBeGreaterThan(8);
    expectValid(made);
    expect(asYaml(made.objects) + notesOf(made)).not.toContain('sk-of-the-company');
  });

  it('are read from a list, as kubectl writes several, too', () => {
    const items = parseAllDocuments(written).map((document) => document.toJS() as unknown);
    const listed = importEnvoy(stringify({ apiVersion: 'v1', kind: 'List', metadata: {}, items }));
    expect(listed.objects).toEqual(made.objects);
    expect(notesOf(listed)).not.toContain('sk-of-the-company');
    expect(listed.notes).toHaveLength(made.notes.length);
  });

  const documents = (): Record<string, unknown>[] =>
    parseAllDocuments(written).map((document) => document.toJS() as Record<string, unknown>);
  const madeOf = (items: readonly object[]): Made =>
    importEnvoy(items.map((item) => stringify(item)).join('---\n'));
  const providersOf = (one: Made) => one.objects.filter(({ kind }) => kind === 'Provider');

  it('make no Provider of a backend whose address they do not hold', () => {
    const known = madeOf(documents().filter(({ kind }) => kind !== 'Backend'));
    expect(providersOf(known)).toEqual([]);
    expect(notesOf(known)).toContain('is not made: the address of its Backend is not known');
  });

  it('make no Provider of a name that stands in several namespaces', () => {
    const others = documents()
      .filter(({ kind }) => kind === 'AIServiceBackend' || kind === 'Backend')
      .map((item) => ({
        ...item,
        metadata: { ...(item['metadata'] as object), namespace: 'other' },
      }));
    const several = madeOf([...documents(), ...others]);
    expect(providersOf(several)).toEqual([]);
    expect(notesOf(several)).toContain('import one namespace at a time');
  });

  it('send no key to another port by http', () => {
    const moved = documents().map((item) =>
      item['kind'] === 'Backend'
        ? (JSON.parse(JSON.stringify(item).replaceAll('"port":443', '"port":8443')) as object)
        : item,
    );
    const specs = providersOf(madeOf(moved)).map(({ spec }) => spec);
    const elsewhere = specs.filter((spec) => 'baseUrl' in spec);
    expect(elsewhere.length).toBeGreaterThan(0);
    for (const spec of elsewhere) {
      // Clouds are asked as the gateways also where no policy names a credential.
      const hasKey = spec['secretRef'] !== undefined || spec['region'] !== undefined;
      expect(String(spec['baseUrl']).startsWith('https://')).toBe(hasKey);
    }
  });

  it('open no model to everybody that a further header had closed', () => {
    expect(asYaml(made.objects)).not.toContain('secret-model');
  });

  it.each(['', 'kind: Pod', '{'])('are refused where there is no route: “%s”', (text) => {
    expect(() => importEnvoy(text)).toThrow(UnreadableFile);
  });
});

it('reads any objects without an error of another kind, and makes only what its kind takes', () => {
  const names = fc.constantFrom(
    ...['spec', 'metadata', 'name', 'rules', 'matches', 'headers', 'value', 'backendRefs'],
    ...['schema', 'version', 'backendRef', 'endpoints', 'fqdn', 'hostname', 'port', 'targetRefs'],
    ...['apiKey', 'secretRef', 'priority', 'weight', 'timeouts', 'request', 'awsCredentials'],
  );
  const texts = fc.constantFrom('a', 'OpenAI', 'AzureOpenAI', 'x-ai-eg-model', '10s', 'h.example');
  const { map } = fc.letrec<{ value: unknown; list: unknown[]; map: object }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 7 },
      texts,
      fc.constantFrom(null, true, 0, -1, 443),
      tie('list'),
      tie('map'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }),
    map: fc.dictionary(names, tie('value'), { maxKeys: 6 }),
  }));
  const kinds = fc.constantFrom(
    ...['AIGatewayRoute', 'AIServiceBackend', 'Backend', 'BackendSecurityPolicy'],
  );
  const object = fc.tuple(kinds, map).map(([kind, fields]) => ({ ...fields, kind }));
  fc.assert(
    fc.property(fc.array(object, { maxLength: 5 }), (objects) => {
      const text = objects.map((one) => JSON.stringify(one)).join('\n---\n');
      try {
        expectValid(importEnvoy(text));
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
      }
    }),
  );
});
