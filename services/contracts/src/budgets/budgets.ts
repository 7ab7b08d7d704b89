import type { LimitedModel } from '../limits/rate-limits.ts';
import type { Principal } from '../routing/request/principal.ts';
import type { BudgetFragment } from '../snapshot/sections/budgets.ts';
import { budgetOfKey, toBudget, type Budget } from './budget.ts';
import { BudgetOwners } from './budget-owners.ts';
import { MoneyCounter, unitOf } from './money-counter.ts';
import { Periods } from './periods.ts';
import { subjectName, type SpendSubject } from '../spend/spend-subject.ts';
import { subjectsOfAccounts, subjectsOfModel, subjectsOfTag } from '../spend/spend-subjects.ts';

/** Who sends a request, as far as budgets go by it. A key without a name is nobody's. */
export type Spender = Pick<
  Principal,
  'key' | 'organization' | 'businessUnit' | 'team' | 'user' | 'metadata' | 'maxBudget'
>;

export interface BudgetSource {
  readonly budgets: readonly BudgetFragment[];
  /** Of the windows. */
  readonly timeZone: string;
  /** Off: they count, and refuse nothing. */
  readonly isEnforced: boolean;
}

type Tags = Readonly<Record<string, string>>;

const NO_COUNTERS: readonly MoneyCounter[] = [];

/**
 * Which budgets apply to which request, by one snapshot. All of them have to pass. A budget of an organization acts on its own requests alone. What does not
 * change from request to request is worked out once for each key, and once for each model and organization.
 */
export class Budgets {
  readonly periods: Periods;
  readonly isEnforced: boolean;

  private readonly owners: BudgetOwners<Budget>;
  private readonly hasTags: boolean;
  private readonly ofSpenders = new WeakMap<Spender, readonly MoneyCounter[]>();
  private readonly ofModels = new WeakMap<LimitedModel, Map<string, readonly MoneyCounter[]>>();

  /** Throws a RangeError where there is no such time zone. */
  constructor({ budgets, timeZone, isEnforced }: BudgetSource) {
    this.periods = new Periods(timeZone);
    this.isEnforced = isEnforced;
    this.owners = new BudgetOwners(budgets.map(toBudget));
    this.hasTags = budgets.some(({ scope }) => scope === 'tag');
  }

  /** Whether nothing but keys may have a budget. */
  get isEmpty(): boolean {
    return this.owners.isEmpty;
  }

  /** The counters that all requests of a key count in, each once. */
  of(spender: Spender): readonly MoneyCounter[] {
    let counters = this.ofSpenders.get(spender);
    if (!counters) this.ofSpenders.set(spender, (counters = this.find(spender)));
    return counters;
  }

  /** Those of an organization's requests that a model serves, beside those of its keys. */
  ofModel(model: LimitedModel, organization: string | undefined): readonly MoneyCounter[] {
    if (this.owners.isEmpty) return NO_COUNTERS;
    let known = this.ofModels.get(model);
    if (!known) this.ofModels.set(model, (known = new Map<string, readonly MoneyCounter[]>()));
    const own = organization ?? '';
    let counters = known.get(own);
    if (!counters) known.set(own, (counters = this.findForModel(model, organization)));
    return counters;
  }

  /**
   * Those of the tags that a request brings itself. A budget for each tag counts those of keys alone: requests may make up as many as they like. What the key
   * says of a tag counts in place of what a request says.
   */
  ofTags(spender: Spender, tags: Tags | undefined): readonly MoneyCounter[] {
    if (!this.hasTags || !tags) return NO_COUNTERS;
    const own = Object.entries(tags).filter(([name]) => !Object.hasOwn(spender.metadata, name));
    const { organization } = spender;
    return gathered(
      own
        .flatMap(([name, value]) => subjectsOfTag(organization, `${name}=${value}`))
        .flatMap((subject) => subjected(this.owners.naming(subject), subject)),
    );
  }

  private find(spender: Spender): readonly MoneyCounter[] {
    const { key, organization, metadata, maxBudget } = spender;
    const own = maxBudget ? [budgetOfKey(key, maxBudget, organization)] : [];
    return gathered([
      ...this.on(subjectsOfAccounts(spender)),
      ...subjected(own, { scope: 'key', organization, value: key }),
      ...Object.entries(metadata).flatMap(([name, value]) =>
        this.on(subjectsOfTag(organization, `${name}=${value}`)),
      ),
    ]);
  }

  /** The platform counts a model that uses one of its own as that one. What else an organization brought, it cannot name. */
  private findForModel(
    { id, isPlatforms, base }: LimitedModel,
    organization: string | undefined,
  ): readonly MoneyCounter[] {
    const platformId = base?.id ?? (isPlatforms ? id : undefined);
    return gathered(this.on(subjectsOfModel({ id, platformId }, organization)));
  }

  private on(subjects: readonly SpendSubject[]): Subjected[] {
    return subjects.flatMap((subject) => subjected(this.owners.on(subject), subject));
  }
}

/** A budget, and whose spend it looks at for a request. */
interface Subjected {
  readonly subject: SpendSubject;
  readonly budget: Budget;
}

const subjected = (budgets: readonly Budget[], subject: SpendSubject): readonly Subjected[] =>
  budgets.map((budget) => ({ subject, budget }));

/** One counter for all budgets that look at the same spend. */
function gathered(all: readonly Subjected[]): readonly MoneyCounter[] {
  const places = Map.groupBy(
    all,
    ({ subject, budget }) => `${subjectName(subject)} ${budget.window} ${unitOf(budget)}`,
  );
  return [...places.values()].flatMap(([first, ...more]) =>
    first
      ? [new MoneyCounter(first.subject, [first.budget, ...more.map(({ budget }) => budget)])]
      : [],
  );
}
