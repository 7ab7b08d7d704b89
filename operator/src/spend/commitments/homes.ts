/** An account as far as it says whose it is. */
export interface Account {
  readonly id: string;
  readonly organization?: string | undefined;
  readonly businessUnit?: string | undefined;
}

export interface Accounts {
  readonly organizations: readonly Pick<Account, 'id'>[];
  readonly businessUnits: readonly Account[];
  readonly teams: readonly Account[];
  readonly keys: readonly Account[];
}

/**
 * Of which organization each account is. A spec may name any account, also one of another organization: what it names counts only where it is of
 * the organization that it is named for.
 */
export class Homes {
  private readonly homes: ReadonlyMap<string, string | undefined>;

  constructor({ organizations, businessUnits, teams, keys }: Accounts) {
    const levels: Readonly<Record<string, readonly Account[]>> = {
      organization: organizations.map(({ id }) => ({ id, organization: id })),
      business_unit: businessUnits,
      team: teams,
      key: keys,
    };
    this.homes = new Map(
      Object.entries(levels).flatMap(([level, accounts]) =>
        accounts.map(({ id, organization }) => [`${level}/${id}`, organization] as const),
      ),
    );
  }

  /** Whether there is such an account, of this organization; without one, of the platform. */
  isOf(organization: string | undefined, level: string, id: string): boolean {
    const name = `${level}/${id}`;
    return this.homes.has(name) && this.homes.get(name) === organization;
  }
}
