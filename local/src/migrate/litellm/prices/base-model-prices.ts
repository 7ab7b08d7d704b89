import { plainDecimal } from '@aicp/contracts/prices/decimal-text';
import { bundledPrices } from '@aicp/contracts/prices/layers/bundled-prices';
import type { LayerEntry, PriceLayer } from '@aicp/contracts/prices/layers/price-layer';
import { TOKEN_PRICES, type PriceList, type TokenPrices } from '@aicp/contracts/prices/price-list';
import type { Plan } from '../../plan/plan.ts';
import type { Part } from '../../source/part.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A model, and the vendor that the bundled prices have it of; undefined where nobody knows. */
export interface OfVendor {
  readonly vendor: string | undefined;
  readonly model: string;
}

/** A deployment that says which model is behind its name. */
export interface Based {
  readonly provider: string;
  /** What the provider is asked for. */
  readonly asked: OfVendor;
  /** `base_model`, as it is written. */
  readonly written: string;
  /** What that may mean, the likeliest first. */
  readonly bases: readonly OfVendor[];
  readonly part: Part;
}

/** Entries that one PriceCatalog takes. */
const MOST_ENTRIES = 1000;
/** Under the catalogs that people write: those say more than a name does. */
const PRIORITY = -1000;

interface Priced {
  readonly base: string;
  readonly entries: readonly Fields[];
  readonly part: Part;
}

/**
 * Prices of deployments whose name says nothing of what they cost, as those of Azure, by `base_model`: the bundled prices of that model, as
 * entries of a PriceCatalog, so that prices of long prompts and those that begin later come along.
 */
export class BaseModelPrices {
  private readonly priced = new Map<string, Priced>();

  /** Takes the prices of a base model for what a deployment asks, unless that costs the same by its own name. */
  add({ provider, asked, written, bases, part }: Based): void {
    const layers = bases.map(layerOf);
    const layer = layers.find((one) => one.length > 0);
    const own = layerOf(asked);
    if (!layer) {
      if (own.length === 0) {
        part.lost(
          `no price is known: the release has none of base_model ${written}, so write a PriceCatalog, or the prices of the Model`,
        );
      }
      return;
    }
    if (layer.some(({ hours }) => hours !== undefined)) {
      part.lost(
        `no price is taken: that of base_model ${written} differs by the hour, which no PriceCatalog can say`,
      );
      return;
    }
    if (own[0]?.source.name === layer[0]?.source.name) return;
    this.keep(`${provider} ${asked.model}`, {
      ...{ base: written, part },
      entries: layer.map((one) => entryOf(one, { provider, model: asked.model, written })),
    });
  }

  private keep(key: string, priced: Priced): void {
    const known = this.priced.get(key);
    if (!known) this.priced.set(key, priced);
    else if (known.base !== priced.base) {
      priced.part.lost(
        `base_model ${priced.base} is not taken: another deployment asks for the same, and has base_model ${known.base}`,
      );
    }
  }

  /** Makes the catalogs of all that were added. */
  addTo(plan: Plan): void {
    const [first] = this.priced.values();
    if (!first) return;
    const entries = [...this.priced.values()].flatMap((one) => one.entries);
    for (let from = 0; from < entries.length; from += MOST_ENTRIES) {
      const prices = entries.slice(from, from + MOST_ENTRIES);
      const spec = { displayName: 'Base models of LiteLLM', priority: PRIORITY, prices };
      plan.add('PriceCatalog', { names: ['litellm-base-models'], spec, from: first.part });
    }
    first.part.todo(
      'the PriceCatalog litellm-base-models holds what the base models cost by the data of this release: change it when their prices change',
    );
  }
}

const layerOf = ({ vendor, model }: OfVendor): PriceLayer => bundledPrices.layerOf(vendor, model);

function entryOf(
  { says, source, from, until }: LayerEntry,
  { provider, model, written }: { provider: string; model: string; written: string },
): Fields {
  return {
    ...{ model, provider },
    ...(from === undefined ? {} : { effectiveFrom: new Date(from).toISOString() }),
    ...(until === undefined ? {} : { effectiveUntil: new Date(until).toISOString() }),
    ...('prices' in says ? fieldsOf(says.prices) : {}),
    source: `${source.source ?? ''}: ${source.name}, base_model ${written}`,
  };
}

/** What a PriceCatalog calls the prices that are not of tokens. */
const BESIDE_TOKENS: Readonly<
  Record<Exclude<keyof PriceList, keyof TokenPrices | 'tiers'>, string>
> = {
  perRequest: 'perRequestPrice',
  perImage: 'perImagePrice',
  perMinute: 'perMinutePrice',
  perMillionCharacters: 'characterPricePerMillion',
  batchDiscount: 'batchDiscountPercent',
};

function fieldsOf({ tiers, ...prices }: PriceList): Fields {
  const beside = Object.entries(BESIDE_TOKENS).map(([name, field]) =>
    usd(field, prices[name as keyof typeof BESIDE_TOKENS]),
  );
  return {
    ...tokenFields(prices),
    ...Object.fromEntries(beside.flatMap((one) => Object.entries(one))),
    ...(tiers === undefined
      ? {}
      : {
          tiers: tiers.map(({ aboveInputTokens, ...own }) => ({
            aboveInputTokens,
            ...tokenFields(own),
          })),
        }),
  };
}

const tokenFields = (prices: TokenPrices): Fields =>
  Object.fromEntries(
    TOKEN_PRICES.flatMap((name) => Object.entries(usd(`${name}PricePerMillion`, prices[name]))),
  );

/** Nano-USD as a decimal of USD. */
const usd = (field: string, nano: string | undefined): Fields =>
  nano === undefined ? {} : { [field]: plainDecimal(nano, -9) };
