import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import { KEY_SHARDS, keySection, type KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import type { Compiled } from '../../compile/types.ts';
import { areIdentical } from '../../memory/is-same.ts';
import type { Account } from './homes.ts';
import { overcommitments, type Commitments, type Overcommitments } from './overcommitted.ts';

type AllFragments = Compiled['fragments'];

const NONE: Overcommitments = new Map();

const KEY_SECTIONS = Array.from({ length: KEY_SHARDS }, (_, shard) => keySection(shard));
const SECTIONS = ['budgets', 'organizations', 'business_units', 'teams', ...KEY_SECTIONS];

/** What the limits of a compilation say of one another, worked out once for as long as they and the accounts are the same. */
export class CommitmentMemory {
  /** A section is the same map for as long as the same stands in it. */
  private last: { readonly of: readonly unknown[]; readonly found: Overcommitments } | undefined;

  of(fragments: AllFragments | undefined): Overcommitments {
    if (!fragments) return this.last?.found ?? NONE;
    const of = SECTIONS.map((section) => fragments.get(section));
    if (!this.last || !areIdentical(this.last.of, of)) {
      this.last = { of, found: overcommitments(commitmentsIn(fragments)) };
    }
    return this.last.found;
  }
}

/** The limits and the accounts of a compilation. A key without its owner spends nothing, and is of nobody who has its owner's name now. */
function commitmentsIn(fragments: AllFragments): Commitments {
  const valuesOf = <T>(section: string): T[] =>
    Array.from(fragments.get(section)?.values() ?? [], ({ value }) => value as T);
  return {
    budgets: valuesOf<BudgetFragment>('budgets'),
    organizations: valuesOf<Account>('organizations'),
    businessUnits: valuesOf<Account>('business_units'),
    teams: valuesOf<Account>('teams'),
    keys: KEY_SECTIONS.flatMap((section) => valuesOf<KeyFragment>(section)).filter(
      ({ ownerMissing }) => ownerMissing === undefined,
    ),
  };
}
