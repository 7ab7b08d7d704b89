import { Gauge, type Registry } from '@aicp/common/metrics/registry';

/** Labels of a sample, in the order in which they are printed. */
export type Labels = Readonly<Record<string, string>>;

/**
 * One family of samples. The gateway keeps its counts in numbers of its own, since prom-client looks labels up with every count; it is
 * handed them when somebody scrapes.
 */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: () => readonly Sample[];
}

export interface Sample {
  /** Follows the family's name: `_bucket`, `_sum`. */
  readonly suffix?: string;
  readonly labels: Labels;
  readonly value: number;
}

/** Has a registry show families as they are at each scrape. */
export function register(registry: Registry, families: readonly Family[]): void {
  for (const family of families) registry.registerMetric(new FamilyMetric(family));
}

class FamilyMetric extends Gauge {
  private readonly family: Family;

  constructor(family: Family) {
    super({ name: family.name, help: family.help, registers: [] });
    this.family = family;
  }

  override get(): ReturnType<Gauge['get']> {
    const { name, help, type, samples } = this.family;
    const values = samples().map(({ suffix = '', labels, value }) => ({
      metricName: name + suffix,
      labels,
      value,
    }));
    return Promise.resolve({
      name,
      help,
      // The type of a gauge is declared to be a gauge's; at a scrape it is a word.
      type: type as never,
      values,
      aggregator: 'sum' as const,
      collect: () => undefined,
    });
  }
}
