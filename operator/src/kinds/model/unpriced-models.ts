import { PriceSchedule } from '@aicp/contracts/prices/price-schedule';
import type { SoundUse } from '@aicp/contracts/prices/prices';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { FragmentsOf, Remembered, RemarkCondition } from '../kit/operator-kind.ts';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import { PRICES_KNOWN } from '@aicp/crds/reasons/price-reasons';

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
  const all = new PriceSchedule(model, model.mode).after(surelyPast(model));
  const missing = all.filter(isMissing);
  if (missing.length === 0) return undefined;
  const use = missing.find(({ prices }) => prices.isPriced)?.prices.unpricedUse;
  if (use !== undefined) return `${whenMissing(all)}${OF_USE[use]}`;
  const what = missing.some(({ prices }) => prices.rates.input !== undefined)
    ? ' of its output'
    : '';
  return `${whenMissing(all)}no price${what} is known: set inputPricePerMillion and outputPricePerMillion of the Model, or write a PriceCatalog`;
}

type Priced = ReturnType<PriceSchedule['after']>[number];

const isMissing = ({ prices }: Priced): boolean =>
  !prices.isPriced || prices.unpricedUse !== undefined;

/** Of a model of mode `audio` that has a price of one of its two uses alone. */
const OF_USE: Readonly<Record<SoundUse, string>> = {
  spoken:
    'no price of what it speaks is known: set characterPricePerMillion of the Model, or mode to transcription where it does not speak',
  heard:
    'no price of what it hears is known: set perMinutePrice of the Model, or mode to speech where it does not hear',
};

/** The compiler has no clock. What is written down has happened: nothing is asked of a Model before it exists, and a price that began before it was written has begun. */
function surelyPast({ created, priceSources = [], priceChanges = [] }: ModelFragment): number {
  const sources = [...priceSources, ...priceChanges.flatMap((one) => one.priceSources ?? [])];
  const written = sources.map((source) => Date.parse(source.written ?? ''));
  return Math.max(created * 1000, ...written.filter((ms) => !Number.isNaN(ms)));
}

const SOME_TIME = 'for some of the time ';

/** Where prices are missing only until they begin, when that is; who reads it knows whether it has come. */
function whenMissing(all: readonly Priced[]): string {
  const gap = all.findIndex(isMissing);
  const [missing, next] = [all[gap], all[gap - 1]];
  if (!next) return all.every(isMissing) ? '' : SOME_TIME;
  const isUntilThen = missing?.at !== next.at;
  return isUntilThen ? `before ${new Date(next.at).toISOString()} ` : SOME_TIME;
}
