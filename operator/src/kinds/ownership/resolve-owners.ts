import type { OwnerBinding, ParentBinding } from '@aicp/crds/kit/conditions';
import { z } from 'zod';
import { isSame } from '../../memory/is-same.ts';
import { Memo } from '../../memory/memo.ts';
import { notThere } from '../kit/references.ts';
import type { SourceObject } from '../kit/source-object.ts';
import type { Bound, MadeBy, Owner, OwnerProblem } from '../kit/owner.ts';
import { bind, type OwnerClaim } from './bind.ts';
import { bindParent } from './bind-parent.ts';

/** An object with its spec as far as it could be read; undefined where it could not. */
interface Reading {
  readonly object: SourceObject;
  readonly spec: unknown;
}

/** What was recorded of this very object: in its status, or in the committed snapshot. */
export interface Bindings {
  readonly owner?: OwnerBinding | undefined;
  readonly parent?: ParentBinding | undefined;
}

/** Of which kinds the answers are made that the owners of objects follow from. */
export const OWNER_QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  organizationUid: ['Organization'],
  unit: ['BusinessUnit'],
  team: ['Team'],
  keyUid: ['APIKey'],
};

/** By metadata.uid of the object. */
export type Owners = ReadonlyMap<string, Owner>;

/** What an owner is resolved from. */
interface Accounts {
  /** What was recorded of the object itself. */
  readonly recorded: (reading: Reading) => Bindings;
  /** metadata.uid of the Organization of this name. */
  readonly organizationUid: (name: string) => string | undefined;
  readonly unit: (name: string) => Owner | undefined;
  readonly team: (name: string) => Owner | undefined;
  /** metadata.uid of the APIKey of this name. */
  readonly keyUid: (name: string) => string | undefined;
}

/** What the caller knows of the difference to the resolution before. */
export interface OwnerChanges {
  /** Hears of each object whose owner turns out to be another than before. */
  ownerChanged(kind: string): void;
  /** Whether something else may be recorded of an object. */
  isSuspect(uid: string): boolean;
  /** The questions that may be answered otherwise; undefined where all may. */
  questions(): ReadonlySet<string> | undefined;
}

/** What earlier resolutions found out, so that owners are resolved anew only where they may be others. */
export class OwnersMemory {
  private readonly keys = new Memo<Reading, Accounts, Owner>(keyOwner);
  private readonly others = new Memo<Reading, Accounts, Owner>(ownerOf);
  private last: Owners = new Map();
  private readonly accounts = new Map<'keys' | 'others', Accounts>();

  /** Resolves the owners of `readings` into `owners`. */
  resolve(
    part: 'keys' | 'others',
    readings: readonly Reading[],
    accounts: Accounts,
    { owners, changes }: { owners: Map<string, Owner>; changes: OwnerChanges },
  ): void {
    const lookups = this[part];
    this.accounts.set(part, accounts);
    lookups.begin(changes.questions());
    for (const reading of readings) {
      const { uid, kind } = reading.object;
      const made = lookups.of(reading, accounts, changes.isSuspect(uid));
      const before = this.last.get(uid);
      const isKept = before !== undefined && isSame(before, made);
      if (before !== undefined && !isKept) changes.ownerChanged(kind);
      owners.set(uid, isKept ? before : made);
    }
  }

  /** Whether an object that was edited has the owner that it had, as far as that follows from itself; nothing else has changed. */
  hasSameOwner(reading: Reading): boolean {
    const { uid, kind } = reading.object;
    const part = kind === 'APIKey' ? 'keys' : 'others';
    const [accounts, before] = [this.accounts.get(part), this.last.get(uid)];
    if (!accounts || !before) return false;
    return isSame(before, this[part].of(reading, accounts, true));
  }

  /** Takes the owners of all objects for those of the last time. */
  keep(owners: Owners): void {
    this.last = owners;
  }
}

/** Nothing is known of the time before. */
const ALL_CHANGED: OwnerChanges = {
  ownerChanged: () => undefined,
  isSuspect: () => true,
  questions: () => undefined,
};

/**
 * THE place where references among accounts are resolved: which organization each object is bound to, and for a key whether its team and
 * its business units are there and of that very organization, and which key made it. What it says is compiled into the fragments; services only read it.
 */
export function resolveOwners<R extends Reading>(
  readings: readonly R[],
  recorded: (reading: R) => Bindings,
  memory = new OwnersMemory(),
  changes = ALL_CHANGED,
): Owners {
  const owners = new Map<string, Owner>();
  const keys = of(readings, 'APIKey');
  const others = readings.filter(({ object }) => object.kind !== 'APIKey');
  const organizations = uidsByName(of(others, 'Organization'));
  const keyUids = uidsByName(keys);
  const accounts = {
    recorded: (reading: Reading) => recorded(reading as R),
    organizationUid: (name: string) => organizations.get(name),
    keyUid: (name: string) => keyUids.get(name),
    unit: (): Owner | undefined => undefined,
    team: (): Owner | undefined => undefined,
  };
  memory.resolve('others', others, accounts, { owners, changes });
  const units = byName(of(others, 'BusinessUnit'), owners);
  const teams = byName(of(others, 'Team'), owners);
  const all = {
    ...accounts,
    unit: (name: string) => units.get(name),
    team: (name: string) => teams.get(name),
  };
  memory.resolve('keys', keys, all, { owners, changes });
  memory.keep(owners);
  return owners;
}

function ownerOf(reading: Reading, accounts: Accounts): Owner {
  const { organizationId: organization, businessUnitId: businessUnit } = accountsIn(reading);
  const bound = bindingOf(reading, accounts)({ organization, isOwn: true });
  return { organization, businessUnit, binding: bound.binding, problem: bound.problem };
}

function keyOwner(reading: Reading, accounts: Accounts): Owner {
  const { owner, parent } = accounts.recorded(reading);
  return {
    ...ownerOfKey(reading, accounts, { bound: bindingOf(reading, accounts), recorded: owner }),
    parent: bindParent({
      objectUid: reading.object.uid,
      createdBy: makerIn(reading),
      recorded: parent,
      isKnown: owner !== undefined || parent !== undefined,
      uidOf: accounts.keyUid,
    }),
  };
}

const bindingOf =
  (reading: Reading, accounts: Accounts) =>
  (claim: OwnerClaim): Bound =>
    bind({
      objectUid: reading.object.uid,
      claim,
      recorded: accounts.recorded(reading).owner,
      uidOf: accounts.organizationUid,
    });

const uidsByName = (readings: readonly Reading[]): ReadonlyMap<string, string> =>
  new Map(readings.map(({ object }) => [object.name, object.uid]));

const of = <R extends Reading>(readings: readonly R[], kind: string): R[] =>
  readings.filter(({ object }) => object.kind === kind);

const byName = (readings: readonly Reading[], owners: Owners): Map<string, Owner> =>
  new Map(
    readings.flatMap(({ object }) => {
      const owner = owners.get(object.uid);
      return owner ? [[object.name, owner] as const] : [];
    }),
  );

interface NamedAccounts {
  readonly organizationId: string | undefined;
  readonly businessUnitId: string | undefined;
  readonly teamId: string | undefined;
}

/** What a spec says of whom it belongs to; read loosely, since also what cannot be used as a whole belongs to somebody. */
function accountsIn({ object, spec }: Reading): NamedAccounts {
  const fields = (spec ?? object.spec ?? {}) as Readonly<Record<string, unknown>>;
  const text = (name: keyof NamedAccounts): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    organizationId: text('organizationId'),
    businessUnitId: text('businessUnitId'),
    teamId: text('teamId'),
  };
}

/** The key that made a key, read as loosely. */
const makerIn = ({ object, spec }: Reading): MadeBy | undefined =>
  withMaker.safeParse(spec ?? object.spec).data?.createdBy;

const withMaker = z.object({
  createdBy: z.object({ key: z.string(), uid: z.string().optional().catch(undefined) }),
});

/** A key that names no organization is of its team's, and bound to that. */
function ownerOfKey(
  reading: Reading,
  accounts: Accounts,
  { bound, recorded }: { bound: (claim: OwnerClaim) => Bound; recorded: OwnerBinding | undefined },
): Owner {
  const { organizationId, businessUnitId, teamId } = accountsIn(reading);
  const team = teamId === undefined ? undefined : accounts.team(teamId);
  const organization = organizationId ?? team?.organization;
  const isOwn = organizationId !== undefined || teamId === undefined;
  const { binding, problem } =
    isOwn || team ? bound({ organization, isOwn }) : { binding: recorded, problem: undefined };
  const problems = [
    ...(problem ? [problem] : []),
    ...teamProblems(teamId, team, organization),
    ...unitProblems('businessUnitId', businessUnitId, { organization, unit: accounts.unit }),
    ...unitsOfTeam(team, accounts),
  ];
  return {
    organization,
    businessUnit: businessUnitId ?? team?.businessUnit,
    teamUid: uidOf(team),
    binding,
    problem: together(problems),
  };
}

const uidOf = (owner: Owner | undefined): string | undefined => owner?.binding?.objectUid;

function teamProblems(
  name: string | undefined,
  team: Owner | undefined,
  organization: string | undefined,
): OwnerProblem[] {
  if (name === undefined) return [];
  if (!team || team.organization !== organization) {
    return [absent('Team', { field: 'teamId', name, organization })];
  }
  if (!team.problem) return [];
  const message = `teamId: Team "${name}" acts on nothing, see its conditions`;
  return [{ ...team.problem, message }];
}

function unitProblems(
  field: string,
  name: string | undefined,
  { organization, unit: find }: Pick<Accounts, 'unit'> & { organization: string | undefined },
): OwnerProblem[] {
  if (name === undefined) return [];
  const unit = find(name);
  if (!unit || unit.organization !== organization) {
    return [absent('BusinessUnit', { field, name, organization })];
  }
  return unit.problem ? [unit.problem] : [];
}

const unitsOfTeam = (team: Owner | undefined, { unit }: Accounts): OwnerProblem[] =>
  team
    ? unitProblems("the team's businessUnitId", team.businessUnit, {
        organization: team.organization,
        unit,
      })
    : [];

/** In the same words whether it is nowhere or of somebody else: nobody is told what another organization has. */
function absent(
  kind: 'Team' | 'BusinessUnit',
  of: { field: string; name: string; organization: string | undefined },
): OwnerProblem {
  const { field, name, organization } = of;
  const noun = kind === 'Team' ? 'team' : 'business unit';
  return {
    reason: 'ReferenceNotFound',
    message: `${field}: ${notThere(kind, name, organization)}`,
    missing: `the ${noun} "${name}" does not exist${organization === undefined ? '' : ` in the organization "${organization}"`}`,
  };
}

/** Several problems as one; a mismatch is what has to be said first. */
function together(problems: readonly OwnerProblem[]): OwnerProblem | undefined {
  const main = problems.find(({ reason }) => reason === 'OwnerMismatch') ?? problems[0];
  if (!main) return undefined;
  return {
    reason: main.reason,
    message: [...new Set(problems.map(({ message }) => message))].join('; '),
    missing: main.missing,
  };
}
