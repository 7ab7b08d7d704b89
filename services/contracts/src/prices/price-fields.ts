import type { PriceCatalogEntry } from '@aicp/crds/price-catalog';
import { toNano } from './decimal-text.ts';
import type { PriceList, TokenPrices } from './price-list.ts';

type Tier = NonNullable<PriceCatalogEntry['tiers']>[number];
type TokenFields = Omit<Tier, 'aboveInputTokens'>;
/** The fields by which specs say what a model costs. */
export type PriceFields = TokenFields &
  Pick<
    PriceCatalogEntry,
    | 'perRequestPrice'
    | 'perImagePrice'
    | 'perMinutePrice'
    | 'characterPricePerMillion'
    | 'batchDiscountPercent'
  > & {
    readonly tiers?: readonly Tier[] | undefined;
  };

type Amount = string | number | undefined;

/** The prices that a spec's fields say. The schema takes nine decimals at most, so that nothing is rounded. */
export function toPriceList(fields: PriceFields): PriceList {
  const { tiers } = fields;
  return withoutUndefined({
    ...tokenPrices(fields),
    perRequest: nano(fields.perRequestPrice),
    perImage: nano(fields.perImagePrice),
    perMinute: nano(fields.perMinutePrice),
    perMillionCharacters: nano(fields.characterPricePerMillion),
    batchDiscount: nano(fields.batchDiscountPercent),
    tiers: tiers?.map(({ aboveInputTokens, ...own }) => ({
      aboveInputTokens,
      ...withoutUndefined(tokenPrices(own)),
    })),
  });
}

const tokenPrices = (fields: TokenFields): TokenPrices => ({
  input: nano(fields.inputPricePerMillion),
  output: nano(fields.outputPricePerMillion),
  cachedInput: nano(fields.cachedInputPricePerMillion),
  cacheWrite: nano(fields.cacheWritePricePerMillion),
  reasoning: nano(fields.reasoningPricePerMillion),
  audioInput: nano(fields.audioInputPricePerMillion),
  audioOutput: nano(fields.audioOutputPricePerMillion),
});

const nano = (amount: Amount): string | undefined =>
  amount === undefined ? undefined : toNano(String(amount)).toString();

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
