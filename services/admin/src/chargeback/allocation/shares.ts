import type { CostAllocationFragment } from '@aicp/contracts/snapshot/sections/cost-allocation';

/** A rule as reports use it, and keep it. */
export type AllocationRule = Omit<CostAllocationFragment, 'source'> & {
  readonly uid: string;
  readonly generation: number;
};

/** Whose cost is divided. */
export interface CostOwner {
  readonly organization: string | undefined;
  readonly team: string | undefined;
}

/** How much of a cost a rule takes, compared to the other weights beside it. Without a rule: what no rule takes. */
export interface Share {
  readonly rule: AllocationRule | undefined;
  readonly weight: bigint;
}

/** 100 %, in the smallest part of a percent that a rule may name. */
const ALL = 100n * 10n ** 9n;

/** Rules that would take more than there is. Nothing is scaled: what was booked would not be what a rule says. */
export class OverAllocated extends Error {
  override readonly name = 'OverAllocated';
  readonly rules: readonly AllocationRule[];

  constructor(rules: readonly AllocationRule[]) {
    super(
      `${rules.map(({ id, percent }) => `"${id}" (${percent} %)`).join(', ')} take more than 100 % together: lower one of them, or delete one`,
    );
    this.rules = rules;
  }
}

/**
 * Which rules take how much of whose cost. The rules of an organization for a team come first, then its rules for everybody, then the
 * platform's for that team, then the platform's for everybody: each step divides what the steps before it left. Throws OverAllocated where the rules of one step take more
 * than all.
 */
export class Shares {
  private readonly steps: ReadonlyMap<string, readonly AllocationRule[]>;
  private readonly known = new Map<string, readonly Share[]>();
  private readonly undivided: ReadonlySet<string>;

  /** Nothing takes of the cost of organizations that are `undivided`. */
  constructor(rules: readonly AllocationRule[], undivided: readonly string[] = []) {
    this.undivided = new Set(undivided);
    const inOrder = [...rules].sort((a, b) => (a.id < b.id ? -1 : 1));
    this.steps = Map.groupBy(inOrder, ({ organization, team }) => stepKey(organization, team));
    for (const step of this.steps.values()) {
      if (takenBy(step) > ALL) throw new OverAllocated(step);
    }
  }

  /** Of one owner always the same array. Weights are above 0; what is unallocated comes last, where anything is. */
  of({ organization, team }: CostOwner): readonly Share[] {
    const key = stepKey(organization, team);
    const known = this.known.get(key) ?? this.find({ organization, team });
    this.known.set(key, known);
    return known;
  }

  private find({ organization, team }: CostOwner): readonly Share[] {
    if (organization !== undefined && this.undivided.has(organization)) return UNALLOCATED;
    const keys = [organization, undefined].flatMap((owner) => [
      ...(team === undefined ? [] : [stepKey(owner, team)]),
      stepKey(owner, undefined),
    ]);
    const shares: { rule: AllocationRule | undefined; weight: bigint }[] = [];
    let left = 1n;
    for (const step of [...new Set(keys)].map((key) => this.steps.get(key) ?? [])) {
      // All weights so far are of a whole that is divided ALL times finer now.
      for (const share of shares) share.weight *= ALL;
      for (const rule of step) shares.push({ rule, weight: left * unitsOf(rule) });
      left *= ALL - takenBy(step);
    }
    return [...shares, { rule: undefined, weight: left }].filter(({ weight }) => weight > 0n);
  }
}

const UNALLOCATED: readonly Share[] = [{ rule: undefined, weight: 1n }];

const stepKey = (organization: string | undefined, team: string | undefined): string =>
  `${organization ?? ''}/${team ?? ''}`;

const takenBy = (rules: readonly AllocationRule[]): bigint =>
  rules.reduce((sum, rule) => sum + unitsOf(rule), 0n);

/** A percent with nine places, as a whole number. */
function unitsOf({ percent }: AllocationRule): bigint {
  const [whole = '0', places = ''] = percent.split('.');
  return BigInt(whole) * 10n ** 9n + BigInt(places.padEnd(9, '0').slice(0, 9));
}
