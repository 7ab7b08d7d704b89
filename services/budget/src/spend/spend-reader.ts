import { isSpendOf } from '@aicp/contracts/spend/payer';
import type { MoneyWindow, Period } from '@aicp/contracts/spend/money-window';
import type { Periods } from '@aicp/contracts/budgets/periods';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import type { ModelHeirs } from '@aicp/contracts/spend/model-heirs';
import { SpendSums } from './spend-sums.ts';
import { subjectsOfTag } from '@aicp/contracts/spend/spend-subjects';
import { subjectsOf, type Spender } from './spend-subjects.ts';
import type { TagSpend } from './tag-spend.ts';

const GROUPS = [
  'organization',
  'business_unit',
  'team',
  'user',
  'user_from',
  'key',
  'model_served',
  'payer',
] as const;

/** What of a snapshot the figures depend on. */
export interface SpendBasis {
  readonly heirs: ModelHeirs;
  /** Whether spend of tags is asked for by anybody. */
  readonly withTags: boolean;
}

/** Stretches of time, each with the windows that what was spent in it belongs to. */
type Stretch = Period & { readonly windows: readonly MoneyWindow[] };

export type WindowPeriods = Readonly<Record<MoneyWindow, Period>>;

/** The windows of a moment. */
export const windowsAt = (periods: Periods, atMs: number): WindowPeriods => ({
  '1h': periods.at('1h', atMs),
  '1d': periods.at('1d', atMs),
  '7d': periods.at('7d', atMs),
  month: periods.at('month', atMs),
});

/** Adds up what the ledger holds, by subject and window. */
export class SpendReader {
  private readonly ledger: Pick<LedgerReader, 'usageBy'>;
  private readonly tags: Pick<TagSpend, 'within'>;

  constructor(options: {
    readonly ledger: Pick<LedgerReader, 'usageBy'>;
    readonly tags: Pick<TagSpend, 'within'>;
  }) {
    this.ledger = options.ledger;
    this.tags = options.tags;
  }

  /** What was spent before the day of now, in the week and the month of now. */
  async settled(windows: WindowPeriods, basis: SpendBasis): Promise<SpendSums> {
    const today = windows['1d'].startsMs;
    return await this.read(stretches(windows, ['7d', 'month'], today), basis);
  }

  /** What was spent in the day of now. */
  async open(windows: WindowPeriods, basis: SpendBasis): Promise<SpendSums> {
    const day = windows['1d'];
    const hour = windows['1h'];
    const edges = [day.startsMs, hour.startsMs, hour.endsMs, day.endsMs];
    const parts = between(edges, day).map((part) => ({
      ...part,
      windows: isWithin(part, hour) ? (['1h', ...ALL_DAY] as const) : ALL_DAY,
    }));
    return await this.read(parts, basis);
  }

  private async read(parts: readonly Stretch[], basis: SpendBasis): Promise<SpendSums> {
    const sums = new SpendSums();
    const [first] = parts;
    const last = parts.at(-1);
    if (!first || !last) return sums;
    const rows = await this.ledger.usageBy({
      from: first.startsMs,
      to: last.endsMs,
      groupBy: GROUPS,
      step: parts.map(({ startsMs }) => startsMs),
    });
    const windowsOf = new Map(parts.map(({ startsMs, windows }) => [startsMs, windows]));
    for (const { startsMs, group, costNano } of rows) {
      if (costNano === 0n) continue;
      const spender = spenderOf(group, basis);
      for (const subject of subjectsOf(spender)) {
        sums.add(subject, windowsOf.get(startsMs) ?? [], costNano);
      }
    }
    if (basis.withTags) await this.readTags(parts, sums);
    return sums;
  }

  private async readTags(parts: readonly Stretch[], sums: SpendSums): Promise<void> {
    for (const part of parts) {
      for (const { organization, tag, costNano, ownCostNano } of await this.tags.within(part)) {
        for (const subject of subjectsOfTag(organization, tag)) {
          const left = isSpendOf(subject, 'organization') ? 0n : ownCostNano;
          sums.add(subject, part.windows, costNano - left);
        }
      }
    }
  }
}

/** Whose requests of one group are. What a request says of its user is no proof of it. */
function spenderOf(
  group: Readonly<Record<(typeof GROUPS)[number], string>>,
  { heirs }: Pick<SpendBasis, 'heirs'>,
): Spender {
  const { organization, user_from, model_served: model } = group;
  return {
    organization,
    businessUnit: group.business_unit,
    team: group.team,
    user: user_from === 'request' ? '' : group.user,
    key: group.key,
    model,
    platformModel: heirs.platformId(model, organization || undefined),
    payer: group.payer === 'organization' ? 'organization' : 'platform',
  };
}

const ALL_DAY = ['1d', '7d', 'month'] as const;

/** From the first of some windows until a moment, cut where one of them begins. */
function stretches(
  windows: WindowPeriods,
  names: readonly MoneyWindow[],
  endsMs: number,
): Stretch[] {
  const starts = names.map((name) => windows[name].startsMs);
  const whole = { startsMs: Math.min(...starts), endsMs };
  return between([...starts, endsMs], whole).map((part) => ({
    ...part,
    windows: names.filter((name) => windows[name].startsMs <= part.startsMs),
  }));
}

/** The parts of a period between these moments, as far as they lie in it. */
function between(moments: readonly number[], { startsMs, endsMs }: Period): Period[] {
  const inside = moments.filter((ms) => ms >= startsMs && ms <= endsMs);
  const edges = [...new Set(inside)].sort((a, b) => a - b);
  return edges.slice(1).map((end, index) => ({ startsMs: edges[index] ?? startsMs, endsMs: end }));
}

const isWithin = (part: Period, whole: Period): boolean =>
  part.startsMs >= whole.startsMs && part.endsMs <= whole.endsMs;
