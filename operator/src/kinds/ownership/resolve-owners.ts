import type { ParentBinding } from '@aicp/crds/kit/conditions';
import { z } from 'zod';
import { notThere } from '../references/not-there.ts';
import type { SourceObject } from '../source-object.ts';
import { bind, type Bound, type OwnerBinding, type OwnerClaim, type OwnerProblem } from './bind.ts';
import { bindParent, type MadeBy } from './bind-parent.ts';

/** An object with its spec as far as it could be read; undefined where it could not. */
interface Reading {
  readonly object: SourceObject;
  readonly spec: unknown;
}

/** Whose an object is. */
export interface Owner extends Bound {
  /** metadata.name of the Organization; undefined: the platform's. */
  readonly organization: string | undefined;
  /** Of a key or a team: its business unit, for a key where it names none its team's. */
  readonly businessUnit: string | undefined;
  /** Of a key that a key made: the very one that it is bound to. */
  readonly parent?: ParentBinding | undefined;
}

/** What was recorded of this very object: in its status, or in the committed snapshot. */
export interface Bindings {
  readonly owner?: OwnerBinding | undefined;
  readonly parent?: ParentBinding | undefined;
}

/** By metadata.uid of the object. */
export type Owners = ReadonlyMap<string, Owner>;

interface Accounts {
  readonly units: ReadonlyMap<string, Owner>;
  readonly teams: ReadonlyMap<string, Owner>;
}

/**
 * THE place where references among accounts are resolved: which organization each object is bound to, and for a key whether its team and
 * its business units are there and of that very organization, and which key made it. What it says is compiled into the fragments; services only read it.
 */
export function resolveOwners<R extends Reading>(
  readings: readonly R[],
  recorded: (reading: R) => Bindings,
): Owners {
  const owners = new Map<string, Owner>();
  const organizations = new Map(
    of(readings, 'Organization').map(({ object }) => [object.name, object.uid]),
  );
  const bound = (reading: R, claim: OwnerClaim): Bound =>
    bind({
      objectUid: reading.object.uid,
      claim,
      recorded: recorded(reading).owner,
      uidOf: (name) => organizations.get(name),
    });
  for (const reading of readings) {
    if (reading.object.kind === 'APIKey') continue;
    const { organizationId: organization, businessUnitId: businessUnit } = accountsIn(reading);
    const claim = { organization, isOwn: true };
    owners.set(reading.object.uid, { organization, businessUnit, ...bound(reading, claim) });
  }
  const accounts = {
    units: byName(of(readings, 'BusinessUnit'), owners),
    teams: byName(of(readings, 'Team'), owners),
  };
  const keys = of(readings, 'APIKey');
  const keyUids = new Map(keys.map(({ object }) => [object.name, object.uid]));
  for (const reading of keys) {
    const { owner, parent } = recorded(reading);
    owners.set(reading.object.uid, {
      ...ownerOfKey(reading, accounts, {
        bound: (claim) => bound(reading, claim),
        recorded: owner,
      }),
      parent: bindParent({
        objectUid: reading.object.uid,
        createdBy: makerIn(reading),
        recorded: parent,
        isKnown: owner !== undefined || parent !== undefined,
        uidOf: (name) => keyUids.get(name),
      }),
    });
  }
  return owners;
}

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
  const team = teamId === undefined ? undefined : accounts.teams.get(teamId);
  const organization = organizationId ?? team?.organization;
  const isOwn = organizationId !== undefined || teamId === undefined;
  const { binding, problem } =
    isOwn || team ? bound({ organization, isOwn }) : { binding: recorded, problem: undefined };
  const problems = [
    ...(problem ? [problem] : []),
    ...teamProblems(teamId, team, organization),
    ...unitProblems('businessUnitId', businessUnitId, { organization, units: accounts.units }),
    ...unitsOfTeam(team, accounts),
  ];
  return {
    organization,
    businessUnit: businessUnitId ?? team?.businessUnit,
    binding,
    problem: together(problems),
  };
}

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
  { organization, units }: Pick<Accounts, 'units'> & { organization: string | undefined },
): OwnerProblem[] {
  if (name === undefined) return [];
  const unit = units.get(name);
  if (!unit || unit.organization !== organization) {
    return [absent('BusinessUnit', { field, name, organization })];
  }
  return unit.problem ? [unit.problem] : [];
}

const unitsOfTeam = (team: Owner | undefined, { units }: Accounts): OwnerProblem[] =>
  team
    ? unitProblems("the team's businessUnitId", team.businessUnit, {
        organization: team.organization,
        units,
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
