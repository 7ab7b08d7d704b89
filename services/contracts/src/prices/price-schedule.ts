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
  private readonly schedule: Schedule;
  private readonly mode: string;
  private constant: PricesInForce | undefined;
  /** The latest first; made when somebody asks, since most catalogs are made for other things. */
  private periods: readonly Period[] | undefined;

  constructor(schedule: Schedule, mode: string) {
    this.schedule = schedule;
    this.mode = mode;
  }

  /** The prices at a moment, in milliseconds since 1970. A request is charged by those of the moment at which it came. */
  at(ms: number): PricesInForce {
    if (this.constant) return this.constant;
    const { priceChanges, priceHours } = this.schedule;
    const { prices, hours } = this.all().find(({ at }) => ms >= at) as Period;
    if (priceChanges === undefined && priceHours === undefined) this.constant = prices;
    if (hours.length === 0) return prices;
    const second = Math.floor((((ms % DAY_MS) + DAY_MS) % DAY_MS) / 1000);
    return hours.find((one) => isWithin(second, one))?.prices ?? prices;
  }

  /** All prices that there are at some time or other after a moment, the latest first, with the moment from which on they hold. */
  after(ms: number): readonly { readonly at: number; readonly prices: PricesInForce }[] {
    const all = this.all();
    const last = all.findIndex(({ at }) => at <= ms);
    return all
      .slice(0, last + 1)
      .flatMap(({ at, prices, hours }) => [
        { at, prices },
        ...hours.map((one) => ({ at, prices: one.prices })),
      ]);
  }

  private all(): readonly Period[] {
    const { schedule, mode } = this;
    this.periods ??= [
      toPeriod(schedule, mode, -Infinity),
      ...(schedule.priceChanges ?? []).map((change) =>
        toPeriod(change, mode, Date.parse(change.at)),
      ),
    ].sort((one, other) => other.at - one.at);
    return this.periods;
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
