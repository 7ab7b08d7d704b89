import { businessUnit } from '@aicp/crds/business-unit';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { organization } from '@aicp/crds/organization';
import { team } from '@aicp/crds/team';
import { z } from 'zod';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { ReportRow } from './chargeback-tables.ts';

/** What people call accounts; the id of one that is gone, or has no name. */
export interface AccountNames {
  organization(id: string): string;
  /** Within its organization: null for one of the platform. */
  businessUnit(id: string, owner: string | null): string;
  team(id: string, owner: string | null): string;
}

/** What an account is called that has another name than its id. */
export const pinnedName = z.object({
  kind: z.enum(['organization', 'business_unit', 'team']),
  id: z.string(),
  /** The organization that it is in; null: none, or it is one. */
  owner: z.string().nullable(),
  name: z.string(),
});
type PinnedName = z.output<typeof pinnedName>;

/** Whose cost an item of a report is. */
interface Accounts {
  readonly organization: string | null;
  readonly business_unit: string | null;
  readonly team: string | null;
}

type Account = Omit<PinnedName, 'name'>;

/** The names of all accounts that items name, in one order whatever that of the items is. Each is looked up once. */
export function pinnedNames(items: readonly Accounts[], names: AccountNames): PinnedName[] {
  const accounts = new Map(items.flatMap(accountsOf).map((one) => [keyOf(one), one]));
  return [...accounts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, account]) => ({ ...account, name: nameIn(names, account) }))
    .filter(({ id, name }) => name !== id);
}

const accountsOf = ({ organization: owner, business_unit: unit, team: own }: Accounts) => [
  ...(owner === null ? [] : [{ kind: 'organization', id: owner, owner: null } as const]),
  ...(unit === null ? [] : [{ kind: 'business_unit', id: unit, owner } as const]),
  ...(own === null ? [] : [{ kind: 'team', id: own, owner } as const]),
];

function nameIn(names: AccountNames, { kind, id, owner }: Account): string {
  if (kind === 'organization') return names.organization(id);
  return kind === 'team' ? names.team(id, owner) : names.businessUnit(id, owner);
}

const keyOf = ({ kind, id, owner }: Account): string => JSON.stringify([kind, id, owner]);

/** The names that a report pins; of one that was generated before names were pinned, those of now. */
export function namesOf(
  { account_names: pinned }: { readonly account_names?: readonly PinnedName[] | undefined },
  ofNow: () => AccountNames,
): AccountNames {
  if (!pinned) return ofNow();
  const known = new Map(pinned.map((one) => [keyOf(one), one.name]));
  const nameOf = (account: Account): string => known.get(keyOf(account)) ?? account.id;
  return {
    organization: (id) => nameOf({ kind: 'organization', id, owner: null }),
    businessUnit: (id, owner) => nameOf({ kind: 'business_unit', id, owner }),
    team: (id, owner) => nameOf({ kind: 'team', id, owner }),
  };
}

/** The names of accounts of a report, as they are now. One that was made after the report has the id of another, which it books. */
export function accountNames(
  store: Pick<ObjectStore, 'find'>,
  { created_at: generated }: Pick<ReportRow, 'created_at'>,
): AccountNames {
  const nameOf = (
    kind: KindDefinition,
    id: string,
    isMeant: (object: StoredObject) => boolean,
  ): string => {
    const found = store.find(kind, id, (one) => one.metadata.name === id && isMeant(one));
    const name = found?.spec['displayName'];
    return typeof name === 'string' && name.trim() !== '' ? name : id;
  };
  const isOf = (owner: string | null) => (object: StoredObject) =>
    (object.spec['organizationId'] ?? null) === owner;
  return {
    organization: (id) => nameOf(organization, id, wasThere(generated)),
    businessUnit: (id, owner) => nameOf(businessUnit, id, isOf(owner)),
    team: (id, owner) => nameOf(team, id, isOf(owner)),
  };
}

const wasThere =
  (at: Date) =>
  ({ metadata: { creationTimestamp: time } }: StoredObject): boolean =>
    time !== undefined && Date.parse(time) <= at.getTime();
