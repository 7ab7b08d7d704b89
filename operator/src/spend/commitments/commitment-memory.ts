import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import { KEY_SHARDS, keySection } from '@aicp/contracts/snapshot/sections/keys';
import type { Compiled } from '../../compile/types.ts';
import { overcommitments, type KeyAccount, type Overcommitments } from './overcommitted.ts';

type AllFragments = Compiled['fragments'];

const NONE: Overcommitments = new Map();

/** What the limits of a compilation say of one another, worked out once. */
export class CommitmentMemory {
  private last: { readonly fragments: AllFragments; readonly found: Overcommitments } | undefined;

  of(fragments: AllFragments | undefined): Overcommitments {
    if (!fragments) return this.last?.found ?? NONE;
    if (this.last?.fragments !== fragments) {
      this.last = { fragments, found: overcommitments(commitmentsIn(fragments)) };
    }
    return this.last.found;
  }
}

/** The limits and the accounts of a compilation. */
function commitmentsIn(fragments: AllFragments) {
  const valuesOf = function* <T>(section: string): Generator<T> {
    for (const { value } of fragments.get(section)?.values() ?? []) yield value as T;
  };
  const keySections = Array.from({ length: KEY_SHARDS }, (_, shard) => keySection(shard));
  return {
    budgets: valuesOf<BudgetFragment>('budgets'),
    organizations: valuesOf<{ id: string }>('organizations'),
    businessUnits: valuesOf<KeyAccount>('business_units'),
    teams: valuesOf<KeyAccount>('teams'),
    keys: keySections.flatMap((section) => [...valuesOf<KeyAccount>(section)]),
  };
}
