import { BudgetOwners } from '@aicp/contracts/budgets/budget-owners';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import type { MoneyLimit } from './money-limit.ts';

type TaggedKey = Pick<KeyFragment, 'organization' | 'metadata'>;

/** Which limits count what somebody spends: those that gateways measure requests by. */
export class LimitBook {
  private readonly owners: BudgetOwners<MoneyLimit>;
  /** Pairs of the metadata of keys, by organization and for all; read only where a limit is for each tag. */
  private readonly keyTags: ReadonlySet<string>;

  /** Whether any limit is on a tag. */
  readonly hasTags: boolean;

  constructor(limits: readonly MoneyLimit[], keys: Iterable<TaggedKey>) {
    this.owners = new BudgetOwners(limits);
    this.hasTags = limits.some(({ scope }) => scope === 'tag');
    const isForEachTag = limits.some(({ scope, value }) => scope === 'tag' && value === undefined);
    this.keyTags = new Set(isForEachTag ? tagsOf(keys) : []);
  }

  /** All that count what a subject spends, but those for each tag where no key has it: requests may make up as many as they like. */
  on(subject: SpendSubject): readonly MoneyLimit[] {
    const isMadeUp = subject.scope === 'tag' && !this.keyTags.has(placeOf(subject));
    return isMadeUp ? this.owners.naming(subject) : this.owners.on(subject);
  }
}

const placeOf = ({ organization, value }: Pick<SpendSubject, 'organization' | 'value'>): string =>
  `${organization ?? ''}/${value ?? ''}`;

function* tagsOf(keys: Iterable<TaggedKey>): Generator<string> {
  for (const { organization, metadata } of keys) {
    for (const [name, text] of Object.entries(metadata)) {
      const value = `${name}=${text}`;
      yield placeOf({ organization: undefined, value });
      yield placeOf({ organization, value });
    }
  }
}
