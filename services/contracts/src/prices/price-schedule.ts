import type { PriceHours, PricePeriod, Schedule } from './price-list.ts';
import { toPrices, type Prices } from './prices.ts';

/** Prices that hold for a while, with the name that records have for them. */
export interface PricesInForce extends Prices {
  readonly version: string;
}

interface Hours {
  readonly from: number;
  readonly until: number;
  readonly prices: PricesInForce;
}

interface Period {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly prices: PricesInForce;
  readonly hours: readonly Hours[];
}

const DAY_MS = 86_400_000;

/** What a model costs at which time. Prices begin and end by the clock of whoever asks, so that they do also where nobody compiles. */
export class PriceSchedule {
  private readonly first: Period;
  /** The latest first. */
  private readonly changes: readonly Period[];
  private readonly isConstant: boolean;

  constructor(schedule: Schedule, mode: string) {
    this.first = toPeriod(schedule, mode, -Infinity);
    this.changes = (schedule.priceChanges ?? [])
      .map((change) => toPeriod(change, mode, Date.parse(change.at)))
      .sort((one, other) => other.at - one.at);
    this.isConstant = this.changes.length === 0 && this.first.hours.length === 0;
  }

  /** The prices at a moment, in milliseconds since 1970. A request is charged by those of the moment at which it came. */
  at(ms: number): PricesInForce {
    if (this.isConstant) return this.first.prices;
    const { prices, hours } = this.changes.find(({ at }) => ms >= at) ?? this.first;
    if (hours.length === 0) return prices;
    const second = Math.floor((((ms % DAY_MS) + DAY_MS) % DAY_MS) / 1000);
    return hours.find((one) => isWithin(second, one))?.prices ?? prices;
  }

  /** All prices that there are at some time or other. */
  get all(): readonly PricesInForce[] {
    return [this.first, ...this.changes].flatMap(({ prices, hours }) => [
      prices,
      ...hours.map((one) => one.prices),
    ]);
  }
}

function isWithin(second: number, { from, until }: Hours): boolean {
  const isAfter = second >= from;
  const isBefore = second < until;
  return until < from ? isAfter || isBefore : isAfter && isBefore;
}

const toPeriod = (period: PricePeriod, mode: string, at: number): Period => ({
  at,
  prices: inForce(period, mode),
  hours: (period.priceHours ?? []).map((hours: PriceHours) => ({
    from: hours.fromSecond,
    until: hours.untilSecond,
    prices: inForce(hours, mode),
  })),
});

const inForce = (
  { prices, priceVersion }: Pick<PricePeriod, 'prices' | 'priceVersion'>,
  mode: string,
): PricesInForce => ({ ...toPrices(prices, mode), version: priceVersion });
