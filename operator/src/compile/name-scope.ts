import { labelOf } from '../kinds/kit/source-object.ts';
import type { Lookup, ResolvedName, Views } from '../kinds/kit/lookup.ts';
import type { NamedKind, ServeLookup, Served } from '../kinds/kit/named-kind.ts';
import { ClaimTable, nameClaim } from './claims.ts';
import type { Reading } from './read-spec.ts';

export interface NamesInput {
  /** Oldest first. */
  readonly readings: readonly Reading[];
  readonly lookup: Views;
  /** Whether a replica rejected this very form of the object. */
  readonly isRejected: (reading: Reading) => boolean;
  readonly lastGood: (reading: Reading) => object | undefined;
}

type ScopeInput = Omit<NamesInput, 'lookup'> & {
  readonly lookup: Views & Partial<Pick<Lookup, 'platformModel'>>;
};

/** The last good form of an object that has its names. */
interface Kept {
  readonly named: NamedKind;
  readonly fragment: object;
}

/**
 * The names of the platform, or of one organization: each goes to the oldest object that asks for it. Present forms come first; an
 * older form that is still in use gets its names only where nobody asks for them now.
 */
export class NameScope {
  readonly lost = new Map<string, string>();
  private readonly kept = new Map<string, Kept>();
  private readonly table = new ClaimTable();
  private readonly organization: string | undefined;
  private readonly platform: NameScope | undefined;
  private readonly models = new Map<string, ResolvedName>();
  private readonly modelIds = new Set<string>();
  private readonly groups = new Map<string, ResolvedName>();
  private readonly labels = new Map<string, string>();
  private servedModels: readonly Served[] = [];
  private readonly lookups = new Map<ResolvedName['type'], ServeLookup>();

  constructor(
    readings: readonly Reading[],
    organization: string | undefined,
    input: ScopeInput,
    platform?: NameScope,
  ) {
    this.organization = organization;
    this.platform = platform;
    const wanted = this.claim(readings);
    const isUsable = (reading: Reading): boolean =>
      reading.spec !== undefined &&
      wanted.has(reading) &&
      !this.lost.has(reading.object.uid) &&
      !input.isRejected(reading);
    const usable = readings.filter(isUsable);
    this.keep(
      readings.filter((reading) => !isUsable(reading)),
      input,
    );
    this.serveModels(usable, input);
    this.serveGroups(usable, input);
    this.label(wanted);
  }

  /** Whether anything of this scope has the name, served or not. */
  has(name: string): boolean {
    return this.table.has(nameClaim(name));
  }

  named(name: string): ResolvedName | undefined {
    return this.models.get(name) ?? this.groups.get(name);
  }

  unserved(name: string): string | undefined {
    return this.labels.get(name);
  }

  exists(id: string): boolean {
    return this.modelIds.has(id) || this.groups.has(id);
  }

  served(): readonly Served[] {
    return this.servedModels;
  }

  /** What the present form of an object is served as, if it has its names. */
  servedAs(reading: Reading): Served | undefined {
    const type = reading.kind.names?.type;
    const lookup = type && this.lookups.get(type);
    return lookup && this.fresh(type, [reading], lookup)[0];
  }

  /** By uid: the last good fragments that have their names. */
  keptFragments(): [string, object][] {
    return [...this.kept].map(([uid, { fragment }]) => [uid, fragment]);
  }

  /** The names that each object asks for and the platform has not; nothing for an object whose id is the platform's. */
  private claim(readings: readonly Reading[]): Map<Reading, readonly string[]> {
    const wanted = new Map<Reading, readonly string[]>();
    for (const reading of readings) {
      const { names, isActive } = namesOf(reading);
      if (isActive && this.isTaken(names[0])) continue;
      const left = names.filter((name) => !this.isTaken(name));
      wanted.set(reading, left);
      const problem = isActive && this.table.take(reading.object, left.map(nameClaim));
      if (typeof problem === 'string') this.lost.set(reading.object.uid, problem);
    }
    return wanted;
  }

  private isTaken(name: string | undefined): boolean {
    return name !== undefined && this.platform?.has(name) === true;
  }

  private keep(readings: readonly Reading[], input: ScopeInput): void {
    for (const reading of readings) {
      const named = reading.kind.names;
      if (!named) continue;
      const fragment = input.lastGood(reading);
      if (!fragment || organizationIn(fragment) !== this.organization) continue;
      if (this.isTaken(named.namesOf(fragment)[0])) continue;
      const left = named.without(fragment, (name) => this.isTaken(name));
      const claims = named.namesOf(left).map(nameClaim);
      if (this.table.take(reading.object, claims) === undefined) {
        this.kept.set(reading.object.uid, { named, fragment: left });
      }
    }
  }

  private serveModels(usable: readonly Reading[], input: ScopeInput): void {
    const lookup = {
      platformModel: () => undefined,
      ...input.lookup,
      named: () => undefined,
      exists: () => true,
    };
    this.lookups.set('model', lookup);
    this.servedModels = [
      ...this.fresh('model', usable, lookup),
      ...this.keptOf('model').flatMap(([uid, { named, fragment }]) => {
        const found = named.serveKept(fragment, lookup);
        if (!found) this.kept.delete(uid);
        else this.kept.set(uid, { named, fragment: found.fragment });
        return found ? [found.served] : [];
      }),
    ];
    for (const { names, resolved } of this.servedModels) {
      this.modelIds.add(resolved.id);
      for (const name of names) this.models.set(name, resolved);
    }
  }

  private serveGroups(usable: readonly Reading[], input: ScopeInput): void {
    const lookup = {
      platformModel: () => undefined,
      ...input.lookup,
      named: (name: string) => this.platform?.models.get(name) ?? this.models.get(name),
      exists: (id: string) => this.modelIds.has(id) || this.platform?.modelIds.has(id) === true,
    };
    this.lookups.set('model_group', lookup);
    const served = [
      ...this.fresh('model_group', usable, lookup),
      ...this.keptOf('model_group').flatMap(
        ([, { named, fragment }]) => named.serveKept(fragment, lookup)?.served ?? [],
      ),
    ];
    for (const { resolved } of served) this.groups.set(resolved.id, resolved);
  }

  /** The present forms that are served, without the further names that the platform has. */
  private fresh(
    type: ResolvedName['type'],
    usable: readonly Reading[],
    lookup: ServeLookup,
  ): Served[] {
    return usable.flatMap(({ object, kind, spec }) => {
      const served = kind.names?.type === type ? kind.names.serve(object, spec, lookup) : undefined;
      if (!served) return [];
      const [id, ...others] = served.names;
      const names = others.filter((name) => !this.isTaken(name));
      return [{ ...served, names: id === undefined ? names : [id, ...names] }];
    });
  }

  private keptOf(type: ResolvedName['type']): [string, Kept][] {
    return [...this.kept].filter(([, { named }]) => named.type === type);
  }

  private label(wanted: ReadonlyMap<Reading, readonly string[]>): void {
    for (const [{ object }, names] of wanted) {
      if (this.lost.has(object.uid)) continue;
      for (const name of names) if (!this.named(name)) this.labels.set(name, labelOf(object));
    }
  }
}

/** The names of an object, its id first. While it is inactive, they are free for others. */
export const namesOf = ({ kind, spec }: Reading): ReturnType<NamedKind['namesIn']> =>
  (spec === undefined ? undefined : kind.names?.namesIn(spec)) ?? { names: [], isActive: true };

const organizationIn = (fragment: object): string | undefined =>
  (fragment as { readonly organization?: string }).organization;
