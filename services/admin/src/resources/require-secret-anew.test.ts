import { kinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { describe, expect, it } from 'vitest';
import { requireSecretAnew, SECRET_ADDRESSES } from './require-secret-anew.ts';

/** What looks like an address and receives no secret by itself. */
const NO_RECEIVERS = new Set([
  // A name in the certificate of whoever answers at baseUrl.
  'Provider tls.serverName',
]);

const NAMED_SO =
  /(?:ur[li]|uris|urls|address|endpoint|host|issuer|origin|server(?:Name)?|webhook)$/i;

/** Whether a field may be an address, by what it is called or what it must look like. */
const looksLikeAddress = (name: string, { type, pattern = '' }: StructuralSchema): boolean =>
  type === 'string' && (NAMED_SO.test(name) || pattern.includes('http'));

/** Such fields of a spec. */
function* addressesIn(schema: StructuralSchema, path = ''): Generator<string> {
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    if (looksLikeAddress(name, child)) yield at;
    yield* addressesIn(child, at);
  }
  if (schema.items) yield* addressesIn(schema.items, `${path}[]`);
  if (schema.additionalProperties) yield* addressesIn(schema.additionalProperties, `${path}.*`);
}

const secretsOf = ({ references }: KindDefinition): readonly string[] =>
  references.filter(({ to }) => to === 'Secret').map(({ path }) => path);

const known = new Set(SECRET_ADDRESSES.map(({ path }) => path));
const found = kinds
  .filter((kind) => secretsOf(kind).length > 0)
  .flatMap((kind) => [...addressesIn(kind.structural.spec)].map((path) => ({ kind, path })))
  .filter(({ kind, path }) => !NO_RECEIVERS.has(`${kind.kind} ${path}`));

describe('where the secrets of objects are sent', () => {
  it('is known of every kind that has secrets and addresses', () => {
    expect(found.filter(({ path }) => !known.has(path))).toEqual([]);
    expect(found.map(({ kind, path }) => `${kind.kind} ${path}`).toSorted()).toEqual([
      ...['Agent url', 'EventSubscription config.url', 'Guardrail external.url'],
      ...['MCPServer url', 'Organization sso.issuer', 'Provider baseUrl', 'Provider proxyUrl'],
    ]);
  });
});

type Spec = Readonly<Record<string, unknown>>;

/** A spec with an address, and a secret at one of the places where its kind has them. */
function specWith(path: string, address: string, secretAt: string, name: string): Spec {
  const spec: Record<string, unknown> = {};
  put(spec, path.split('.'), address);
  put(spec, secretAt.replaceAll('[]', '').split('.'), { name, key: 'value' });
  return spec;
}

function put(spec: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) spec[name] = value;
  else {
    const within = (spec[name] ??= {}) as Record<string, unknown>;
    put(within, rest, value);
  }
}

const changes = (kind: KindDefinition, before: Spec | undefined, spec: Spec) => () => {
  requireSecretAnew({ kind }, { before: before && { spec: before }, spec });
};

const OLD = 'https://one.example.com/a';
const NEW = 'https://two.example.com/a';

describe.each(found.map(({ kind, path }) => [kind.kind, path, kind] as const))(
  'of %s the field %s',
  (_kind, path, kind) => {
    const secrets = secretsOf(kind).filter((at) => path !== 'proxyUrl' || at === 'proxySecretRef');

    it.each(secrets)('cannot change while the secret in %s stays', (at) => {
      const before = specWith(path, OLD, at, 'kept');
      expect(changes(kind, before, specWith(path, NEW, at, 'kept'))).toThrow(
        expect.objectContaining({ status: 422 }),
      );
      expect(changes(kind, before, specWith(path, NEW, at, 'anew'))).not.toThrow();
      expect(changes(kind, before, before)).not.toThrow();
      expect(changes(kind, undefined, before)).not.toThrow();
    });
  },
);

describe('a proxy', () => {
  const provider = kinds.find(({ kind }) => kind === 'Provider')!;
  const spec = (proxyUrl: string, baseUrl: string) => ({
    ...{ proxyUrl, baseUrl, secretRef: { name: 'kept', key: 'value' } },
  });

  it.each([
    ['cannot change where it reads a key that stays', 'http://models.example.com/v1', true],
    ['may change where what goes through it is encrypted', 'https://models.example.com/v1', false],
  ])('%s', (_, baseUrl, isRefused) => {
    const change = changes(provider, spec(OLD, baseUrl), spec(NEW, baseUrl));
    if (isRefused) expect(change).toThrow(expect.objectContaining({ status: 422 }));
    else expect(change).not.toThrow();
  });
});
