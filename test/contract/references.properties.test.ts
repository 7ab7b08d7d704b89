import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DependentIndex } from '@aicp/admin/resources/dependents/remove-with-dependents';
import { withNames } from '@aicp/admin/resources/references';
import {
  resourceFixture,
  type ResourceFixture,
} from '@aicp/admin/resources/testing/resource-fixture';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { withNamesAt, type Reference } from '@aicp/crds/kit/references';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import { hashOf, object } from '@aicp/operator/testing/builders';
import { compiled, verdictOn } from '@aicp/operator/testing/compiled';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

type Fields = Readonly<Record<string, unknown>>;

const root = join(import.meta.dirname, '../..');

/** The smallest spec of a kind that its schema takes. */
const good = ({ feature }: KindDefinition): Fields =>
  (parse(readFileSync(join(root, 'crds/cases', feature, 'good.yaml'), 'utf8')) as { spec: Fields })
    .spec;

const ORGANIZATION = 'acme';
const MAPPING = { claim: 'groups', value: 'ml', role: 'member', teamId: 'no-team' };
const SIGN_ON = { issuer: 'https://login.example.com', clientId: 'aicp', roleMapping: [MAPPING] };

/** What else a spec needs for a field to mean something. */
const WITH: Readonly<Record<string, Fields>> = {
  'AccessGrant keyId': { teamId: undefined },
  'Budget downgradeTo': { action: 'downgrade' },
  'Model fallbacks': { provider: 'sim' },
  'Model contextWindowFallbacks': { provider: 'sim' },
  'Model contentPolicyFallbacks': { provider: 'sim' },
  'Organization sso.roleMapping[].teamId': { sso: SIGN_ON },
  'RoutingPolicy targetModels': { action: 'permit' },
  'RoutingPolicy config.model': { policyType: 'fallback', config: { fallbacks: ['no-model'] } },
  'RoutingPolicy config.fallbacks': { policyType: 'fallback', config: { model: 'no-model' } },
  'RoutingPolicy config.models': { policyType: 'model_group', config: { alias: 'a-group' } },
  'RoutingPolicy config.targetModels': { policyType: 'conditional', config: { action: 'deny' } },
};

interface Field {
  readonly kind: KindDefinition;
  readonly reference: Reference;
}

/** Every field that names an object. Organizations are owners, which have tests of their own; so have Secrets. */
const FIELDS: readonly Field[] = kinds.flatMap((kind) =>
  kind.references
    .filter(({ to, path }) => to !== 'Secret' && path !== 'organizationId')
    .map((reference) => ({ kind, reference })),
);

/** A spec that names an object where a reference stands. */
function naming({ kind, reference }: Field, name: string): Fields {
  const { path, to, when } = reference;
  const { action, ...plain } = good(kind);
  const more = WITH[`${kind.kind} ${path}`] ?? {};
  const owned = 'organizationId' in good(kindNamed(to)) ? { organizationId: ORGANIZATION } : {};
  const spec: Fields = {
    ...plain,
    ...('policyType' in more || action === undefined ? {} : { action }),
    ...more,
    ...owned,
    ...(when && { [when.field]: when.is }),
  };
  if (path.includes('[]')) return withNamesAt(spec, reference, { whole: spec, rename: () => name });
  return withValue(spec, path.split('.'), isList(kind, path) ? [name] : name);
}

function withValue(
  fields: Fields,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): Fields {
  const below = (fields[first] ?? {}) as Fields;
  return { ...fields, [first]: rest.length === 0 ? value : withValue(below, rest, value) };
}

const isList = (kind: KindDefinition, path: string): boolean =>
  path
    .split('.')
    .reduce<KindDefinition['structural']['spec'] | undefined>(
      (schema, name) => schema?.properties?.[name],
      kind.structural.spec,
    )?.type === 'array';

/** The object that is named. */
function target({ kind, reference: { to, path } }: Field, name: string): Fields {
  const spec = good(kindNamed(to));
  const mode = path === 'cache.semantic.model' ? { mode: 'embedding' } : {};
  if (to === 'Model') return { modelId: name, provider: 'sim', ...mode };
  if (to === 'APIKey') return { keyHash: hashOf(name) };
  // An Organization names what is its own.
  const isOwned = 'organizationId' in spec || kind.kind === 'Organization';
  return isOwned ? { ...spec, organizationId: ORGANIZATION } : spec;
}

/** What the operator says of an object that names another one, which is there or not. */
function said(field: Field, name: string, isThere: boolean): string {
  const there = isThere ? [object(field.reference.to, name, target(field, name))] : [];
  const by = field.kind.kind === 'Organization' ? ORGANIZATION : 'made';
  const made = object(field.kind.kind, by, naming(field, name), { age: 1 });
  const owner = by === ORGANIZATION ? [] : [object('Organization', ORGANIZATION, {})];
  const sim = object('Provider', 'sim', { type: 'simulated' });
  const result = compiled([...owner, sim, ...there, made]);
  return verdictOn(result, by).message;
}

const names = fc.stringMatching(/^[a-z]{6,10}$/).map((name) => `its-${name}`);

describe('what a field refers to', () => {
  let aicp: ResourceFixture;
  let count = 0;
  beforeAll(async () => {
    aicp = await resourceFixture();
  });
  afterAll(() => aicp[Symbol.asyncDispose]());

  it.each(FIELDS.map((field) => [field.kind.kind, field.reference.path, field] as const))(
    '%s %s is resolved by the operator and the admin API alike',
    async (kind, path, field) => {
      await fc.assert(
        fc.asyncProperty(names, fc.boolean(), async (word, isThere) => {
          const name = `${word}-${(count += 1)}`;
          expect(said(field, name, isThere).includes(`"${name}"`), path).toBe(!isThere);
          if (!isThere) return;
          const { to, onDelete } = field.reference;
          const hasSlug = kindNamed(to).structural.spec.properties?.['slug'] !== undefined;
          const slug = hasSlug ? { slug: `${name}-slug` } : {};
          const named = await aicp.put(to, name, { ...target(field, name), ...slug });
          const spec = naming(field, hasSlug ? `${name}-slug` : name);
          const resolved = withNames(aicp.store, field.kind, { sent: spec, whole: spec });
          expect(resolved).toEqual(naming(field, name));
          const made = await aicp.put(kind, `by-${name}`, resolved);
          const found = new DependentIndex(aicp.store, () => undefined)
            .on(named)
            .filter(({ object: one }) => one.metadata.uid === made.metadata.uid);
          expect(found.map(({ fate }) => fate)).toEqual(onDelete === undefined ? [] : [onDelete]);
        }),
        { numRuns: 4 },
      );
    },
  );
});
