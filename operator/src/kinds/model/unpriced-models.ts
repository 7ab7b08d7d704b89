import { PriceSchedule } from '@aicp/contracts/prices/price-schedule';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { FragmentsOf, Remembered, RemarkCondition } from '../kit/operator-kind.ts';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import { PRICES_KNOWN } from '../kit/price-reasons.ts';

/** What is said where prices are known, and else. */
const pricesKnown = (message: string): RemarkCondition => ({
  type: PRICES_KNOWN,
  unless: { reason: 'Priced', message },
  reason: 'Unpriced',
});

export const MODEL_IS_PRICED = pricesKnown('what requests cost is known');
export const ALL_ARE_PRICED = pricesKnown('every model has a price');

const NAMED = 10;

/** By uid: what is to be said of models without a price. */
export const unpricedModels = (
  fragments: readonly SectionFragment[],
  remembered: Remembered,
): ReadonlyMap<string, string> =>
  new Map(
    fragments.flatMap(({ fragment }) => {
      const model = fragment as ModelFragment;
      const why = whyUnpriced(model, remembered);
      return why === undefined ? [] : [[model.source.uid, why] as const];
    }),
  );

/** Of the settings: which models have no price, a few by name and the others by number. */
export function modelsWithoutPrice(
  settings: readonly SectionFragment[],
  remembered: Remembered,
  fragmentsOf: FragmentsOf,
): ReadonlyMap<string, string> {
  const models = fragmentsOf('models') as readonly ModelFragment[];
  const unpriced = models.filter((model) => whyUnpriced(model, remembered) !== undefined);
  if (unpriced.length === 0) return new Map();
  const names = unpriced.map(({ name }) => name).sort();
  const others = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  const have = names.length === 1 ? '1 model has no price' : `${names.length} models have no price`;
  const sentence = `${have}: ${names.slice(0, NAMED).join(', ')}${others}; their conditions say what to do`;
  return new Map(
    settings.map(({ fragment }) => [(fragment as Settings).source.uid, sentence] as const),
  );
}

type Settings = Pick<ModelFragment, 'source'>;

const whyUnpriced = (model: ModelFragment, remembered: Remembered): string | undefined =>
  remembered(model, () => ({ why: sentence(model) })).why;

function sentence(model: ModelFragment): string | undefined {
  const prices = new PriceSchedule(model, model.mode).everything();
  const missing = prices.filter(({ isPriced }) => !isPriced);
  if (missing.length === 0) return undefined;
  const when = missing.length < prices.length ? 'for some of the time ' : '';
  const what = missing.some(({ rates }) => rates.input !== undefined) ? ' of its output' : '';
  return `${when}no price${what} is known: set inputPricePerMillion and outputPricePerMillion of the Model, or write a PriceCatalog`;
}
