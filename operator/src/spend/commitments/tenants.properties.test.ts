import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceObject } from '../../kinds/kit/source-object.ts';
import { createCompiler } from '../../compile/compile.ts';
import { NOTHING_BEFORE, type CompileInput } from '../../compile/types.ts';
import { apiKey, object, provider } from '../../testing/builders.ts';
import { bindingsOf, compiled } from '../../testing/compiled.ts';
import { CommitmentMemory } from './commitment-memory.ts';

const TENANTS = ['victim', 'eve'] as const;
type Tenant = (typeof TENANTS)[number];
const organizations = TENANTS.map((name) => object('Organization', name, {}));

/** What every Budget says of those below it, by its name. */
function said(objects: readonly SourceObject[]): Record<string, string | undefined> {
  const { fragments } = compiled([...organizations, ...objects]);
  const all = [...new CommitmentMemory().of(fragments)];
  return Object.fromEntries(all.map(([uid, words]) => [uid.replace('Budget-', ''), words]));
}

/** Objects are called by whose they are, so that a name tells it. */
const named = (owner: fc.Arbitrary<string>, noun: string): fc.Arbitrary<string> =>
  fc.tuple(owner, fc.nat(1)).map(([whose, number]) => `${whose}-${noun}${number}`);

const anybody = fc.constantFrom(...TENANTS, 'nobody');
const unit = named(anybody, 'unit');
const team = named(anybody, 'team');
const key = named(anybody, 'key');

const money = fc.nat(20);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const subject = fc.oneof(
  fc.record({ entityType: fc.constantFrom('global', 'organization', 'business_unit', 'team') }),
  fc.record({ entityType: fc.constant('organization'), entityId: anybody }),
  fc.record({ entityType: fc.constant('business_unit'), entityId: unit }),
  fc.record({ entityType: fc.constant('team'), entityId: team }),
  fc.record({ entityType: fc.constant('key'), entityId: key }),
);

/** An object of an organization that may name anything of anybody. */
function objectOf(owner: Tenant): fc.Arbitrary<SourceObject> {
  const own = fc.constant(owner);
  const common = { organizationId: own, maxBudget: optional(money) };
  const made = (
    kind: string,
    noun: string,
    spec: Record<string, fc.Arbitrary<unknown>>,
  ): fc.Arbitrary<SourceObject> =>
    fc
      .tuple(named(own, noun), fc.record(spec))
      .map(([name, fields]) => object(kind, name, JSON.parse(JSON.stringify(fields))));
  return fc.oneof(
    made('BusinessUnit', 'unit', common),
    made('Team', 'team', { ...common, businessUnitId: optional(unit) }),
    fc
      .tuple(
        named(own, 'key'),
        fc.record({ ...common, teamId: optional(team), businessUnitId: optional(unit) }),
      )
      .map(([name, spec]) => apiKey(name, JSON.parse(JSON.stringify(spec)) as object)),
    fc
      .tuple(named(own, 'budget'), subject, money)
      .map(([name, whom, monthlyLimit]) =>
        object('Budget', name, { organizationId: owner, ...whom, monthlyLimit }),
      ),
  );
}

const objectsOf = (owner: Tenant): fc.Arbitrary<SourceObject[]> =>
  fc.uniqueArray(objectOf(owner), {
    maxLength: 12,
    size: 'max',
    selector: ({ kind, name }) => `${kind}/${name}`,
  });

/** Budgets of the platform for one account of the victim's each. */
const platforms = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constant({ entityType: 'organization', entityId: 'victim' }),
      fc.nat(1).map((number) => ({ entityType: 'team', entityId: `victim-team${number}` })),
      fc
        .nat(1)
        .map((number) => ({ entityType: 'business_unit', entityId: `victim-unit${number}` })),
    ),
    money,
  ),
  { maxLength: 2 },
);
const platformBudgets = platforms.map((all) =>
  all.map(([whom, monthlyLimit], number) =>
    object('Budget', `platform-budget${number}`, { ...whom, monthlyLimit }),
  ),
);

const exceptOf = (owner: Tenant, words: ReturnType<typeof said>) =>
  Object.fromEntries(Object.entries(words).filter(([name]) => !name.startsWith(`${owner}-`)));

describe('what Budgets say of those below them, of two organizations', () => {
  it('is the same for everybody else, whatever an organization adds, changes or removes', () => {
    fc.assert(
      fc.property(
        platformBudgets,
        objectsOf('victim'),
        objectsOf('eve'),
        objectsOf('eve'),
        (ours, theirs, first, second) => {
          const one = exceptOf('eve', said([...ours, ...theirs, ...first]));
          const other = exceptOf('eve', said([...ours, ...theirs, ...second]));
          expect(other).toEqual(one);
        },
      ),
    );
  });

  it('tells an organization nothing of what another has', () => {
    fc.assert(
      fc.property(
        objectsOf('victim'),
        objectsOf('victim'),
        objectsOf('eve'),
        (first, second, own) => {
          const one = exceptOf('victim', said([...first, ...own]));
          expect(exceptOf('victim', said([...second, ...own]))).toEqual(one);
        },
      ),
    );
  });
});

const VICTIMS = [
  object('BusinessUnit', 'unit', { organizationId: 'victim' }),
  object('Team', 'a', { organizationId: 'victim', businessUnitId: 'unit', maxBudget: '9.5' }),
  object('Team', 'b', { organizationId: 'victim', businessUnitId: 'unit', maxBudget: 5200 }),
  apiKey('k', { organizationId: 'victim', teamId: 'a', maxBudget: 70 }),
];

const inputOf = (objects: readonly SourceObject[]): CompileInput => ({
  objects,
  bindings: new Map(),
  secret: () => undefined,
  isTimeZone: () => true,
});

const budgetOf = (organizationId: string, name: string, entityType: string, entityId: string) =>
  object('Budget', name, { organizationId, entityType, entityId, monthlyLimit: 1 });

describe('a Budget', () => {
  it.each([
    ['organization', 'victim'],
    ['business_unit', 'unit'],
    ['team', 'a'],
  ])('of another organization for the %s %s says what it says of none', (type, name) => {
    const words = (entityId: string) =>
      said([...VICTIMS, budgetOf('eve', 'foreign', type, entityId)]);
    expect(words(name)).toEqual({ foreign: undefined });
    expect(words(name)).toEqual(words('none'));
    const own = said([...VICTIMS, budgetOf('victim', 'own', type, name)]);
    expect(own['own']).toContain('by their own limits');
  });

  it('counts nowhere where it is of another organization, and anew where one of its own is gone', () => {
    const all = object('Budget', 'all', {
      organizationId: 'victim',
      entityType: 'global',
      monthlyLimit: 1,
    });
    const memory = new CommitmentMemory();
    const words = (...more: SourceObject[]) =>
      memory.of(compiled([...organizations, ...VICTIMS, all, ...more]).fragments).get(all.uid);
    const before = words();
    expect(before).toContain('2 teams may spend $5209.50 together');
    expect(words(budgetOf('eve', 'foreign', 'team', 'b'))).toBe(before);
    expect(words(budgetOf('victim', 'own', 'team', 'b'))).toContain('2 teams may spend $10.50');
    expect(words()).toBe(before);
  });

  it('is judged anew where limits or accounts are others, and not where anything else is', () => {
    const memory = new CommitmentMemory();
    const compile = createCompiler();
    const found = (...objects: SourceObject[]) =>
      memory.of(compile(inputOf([...organizations, ...objects]), NOTHING_BEFORE).fragments);
    const own = budgetOf('victim', 'own', 'team', 'b');
    const first = found(...VICTIMS, own);
    expect(found(...VICTIMS, own, provider('sim'))).toBe(first);
    expect(memory.of(undefined)).toBe(first);
    expect(found(...VICTIMS)).not.toBe(first);
  });

  it('of the platform is for what anybody has', () => {
    const budget = object('Budget', 'shared', {
      entityType: 'team',
      entityId: 'b',
      monthlyLimit: 2,
    });
    const all = budgetOf('victim', 'all', 'organization', 'victim');
    expect(said([...VICTIMS, budget, all])['all']).toContain('2 teams may spend $11.50');
  });

  it('says nothing of keys that were made for an organization of its name before', () => {
    const before = compiled([...organizations, ...VICTIMS]);
    const anew = object('Organization', 'victim', {}, { uid: 'another' });
    const all = budgetOf('victim', 'all', 'organization', 'victim');
    const { fragments } = compiled([anew, ...VICTIMS, all], { bindings: bindingsOf(before) });
    const words = new CommitmentMemory().of(fragments);
    expect([...words]).toEqual([[all.uid, undefined]]);
  });
});
