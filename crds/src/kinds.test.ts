import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindNamed, kinds } from './kinds.ts';
import { fieldAt } from './kit/not-enforced.ts';
import type { StructuralSchema } from './kit/structural.ts';
import { rootSchema, toCrd } from './kit/manifest.ts';

const root = join(import.meta.dirname, '../..');

/** Paths of all fields of a schema that carry no description. */
function* undescribed(schema: StructuralSchema, path: string): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (!field.description) yield `${path}.${name}`;
    yield* undescribed(field, `${path}.${name}`);
    if (field.items) yield* undescribed(field.items, `${path}.${name}[]`);
  }
}

describe('the kinds', () => {
  it('have names of their own: kinds, plurals, short names and features never meet', () => {
    const names = kinds.flatMap((kind) => [kind.plural, kind.singular, ...kind.shortNames]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(kinds.map((kind) => kind.feature)).size).toBe(kinds.length);
  });

  it.each(kinds.map((kind) => [kind.kind, kind] as const))(
    '%s describes every field',
    (_, kind) => {
      expect([...undescribed(kind.structural.spec, 'spec')]).toEqual([]);
      expect([...undescribed(kind.structural.status, 'status')]).toEqual([]);
    },
  );

  it.each(kinds.map((kind) => [kind.kind, kind] as const))(
    '%s fits into the annotation that kubectl apply writes',
    (_, kind) => {
      expect(JSON.stringify(toCrd(kind)).length).toBeLessThan(200_000);
    },
  );

  it.each(kinds.map((kind) => [kind.kind, kind] as const))(
    '%s has each of its parts',
    (_, kind) => {
      const parts = [
        `crds/src/${kind.feature}.ts`,
        `crds/cases/${kind.feature}/good.yaml`,
        `crds/cases/${kind.feature}/cases.yaml`,
        `docs/reference/${kind.feature}.md`,
        ...(kind.enforcedBy.length > 0 ? [`operator/src/kinds/${kind.feature}/kind.ts`] : []),
      ];
      expect(parts.filter((part) => !existsSync(join(root, part)))).toEqual([]);
    },
  );

  it('declare each field that nobody acts on once, of kinds that somebody acts on', () => {
    for (const { kind, enforcedBy, notEnforced, structural } of kinds) {
      const fields = notEnforced.map(({ field }) => field);
      expect(new Set(fields).size, kind).toBe(fields.length);
      // Of a kind that no service acts on, the kind says so, and not each of its fields.
      if (enforcedBy.length === 0) expect(fields, kind).toEqual([]);
      for (const { field, except = [] } of notEnforced) {
        const known = fieldAt(structural.spec, field);
        expect(known, `${kind} ${field}`).toBeDefined();
        expect(known?.enum ?? [], `${kind} ${field}`).toEqual(expect.arrayContaining([...except]));
      }
    }
  });

  it('say of decimals in Kubernetes how they are written', () => {
    const { spec } = rootSchema(kindNamed('Budget')).properties ?? {};
    expect(spec?.properties?.['monthlyLimit']?.description).toBe(
      'USD a calendar month. A decimal number: a whole one as a number, any other as text ("0.05").',
    );
  });

  it('starts every status at generation -1, so that nobody takes a new object for a finished one', () => {
    for (const kind of kinds) {
      const [version] = toCrd(kind).spec.versions;
      const { status } = version!.schema.openAPIV3Schema.properties ?? {};
      expect(status?.default).toEqual({ observedGeneration: -1 });
    }
  });
});

describe('the columns of a RateLimitPolicy', () => {
  const { columns = [], structural } = kindNamed('RateLimitPolicy');
  const usual = columns.filter(({ priority = 0 }) => priority === 0);

  it('show each of its limits', () => {
    const limits = Object.keys(structural.spec.properties ?? {}).filter((one) =>
      /Limit$/.test(one),
    );
    expect(limits.length).toBe(5);
    const shown = usual.map(({ jsonPath }) => jsonPath);
    expect(shown).toEqual(expect.arrayContaining(limits.map((one) => `.spec.${one}`)));
  });

  it('fit into a terminal of 120 columns', () => {
    const widest: Readonly<Record<string, string>> = {
      Name: 'acme-research-weekly',
      Scope: 'organization',
      Value: 'acme-holding',
      RPM: '60000',
      TPM: '20000000',
      RPD: '1000000',
      TPD: '500000000',
      Concurrent: '1000',
      Age: '365d',
    };
    const names = ['Name', ...usual.map(({ name }) => name)];
    const widths = names.map((name) => Math.max(name.length, (widest[name] ?? '').length));
    const between = '   '.length * (names.length - 1);
    expect(widths.reduce((sum, width) => sum + width, between)).toBeLessThanOrEqual(120);
  });
});
