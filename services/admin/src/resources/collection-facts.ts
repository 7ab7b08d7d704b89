import type { ToldPrices } from '@aicp/contracts/prices/told/told-prices';

/** What answers tell beside what the Kubernetes API has. */
export interface CollectionFacts {
  readonly prices: {
    /** What a Model costs now, by its metadata.name; undefined where that is not known. */
    of(name: string): ToldPrices | undefined;
  };
}

/** For whoever only asks what collections there are. */
export const NO_FACTS: CollectionFacts = { prices: { of: () => undefined } };
