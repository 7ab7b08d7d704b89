import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ObjectStore } from '@aicp/admin/resources/store';
import type { StoredObject } from '@aicp/admin/resources/stored-object';
import type { Clock } from '@aicp/common/time/clock';
import type { ToldPrices } from '@aicp/contracts/prices/told/told-prices';
import { model as modelKind } from '@aicp/crds/model';
import type { ModelMode, OfferedModel } from '../vendors/offered-model.ts';
import { modeByName } from './mode-by-name.ts';
import type { Knowledge } from './price-knowledge.ts';

/** An offered model as the API answers it. */
export interface ToldOffer {
  readonly id: string;
  readonly display_name: string | null;
  readonly mode: ModelMode;
  readonly context_window: number | null;
  readonly max_output_tokens: number | null;
  readonly base_model: string | null;
  readonly prices: ToldPrices | null;
  /** Id of the Model that it is already served as. */
  readonly model: string | null;
  /** What `POST /models` makes a Model of it with. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface OfferNeeds {
  readonly store: Pick<ObjectStore, 'list'>;
  readonly clock: Clock;
}

/** Answers have no more. */
export const MOST_OFFERED = 5000;
/** Looking up what models cost takes a while: others come in between. */
const AT_A_TIME = 100;

/** What a provider offers, with what is known of it, by id; of one that has more, the first 5,000. */
export async function offeredModels(
  provider: StoredObject,
  offered: readonly OfferedModel[],
  needs: OfferNeeds,
): Promise<readonly ToldOffer[]> {
  // Its data takes megabytes and a while to read: no service that nobody asks this needs it.
  const { priceKnowledge } = await import('./price-knowledge.ts');
  const knowledgeOf = priceKnowledge(provider, needs);
  const served = servedModels(provider, needs.store);
  const told: ToldOffer[] = [];
  for (const [index, one] of unique(offered).entries()) {
    if (index > 0 && index % AT_A_TIME === 0) await nextTurn();
    const mode = one.mode ?? modeByName(one.baseModel ?? one.id);
    const known = knowledgeOf({ ...one, mode });
    told.push(tell({ ...one, mode }, { provider, served, known }));
  }
  return told;
}

const unique = (offered: readonly OfferedModel[]): readonly OfferedModel[] =>
  [...new Map(offered.map((one) => [one.id, one])).values()]
    .sort(({ id: a }, { id: b }) => (a < b ? -1 : 1))
    .slice(0, MOST_OFFERED);

/** Which Models there are: ids of those of one provider by what it calls them, and all names that are taken. */
interface Served {
  readonly byUpstream: ReadonlyMap<string, string>;
  readonly taken: ReadonlySet<string>;
}

interface ModelFields {
  readonly modelId: string;
  readonly provider: string;
  readonly upstreamModel?: string;
  readonly aliases?: readonly string[];
}

function servedModels({ metadata }: StoredObject, store: OfferNeeds['store']): Served {
  const specs = store.list(modelKind).map(({ spec }) => spec as unknown as ModelFields);
  const own = specs.filter(({ provider }) => provider === metadata.name);
  return {
    byUpstream: new Map(
      own.map(({ modelId, upstreamModel }) => [upstreamModel ?? modelId, modelId]),
    ),
    taken: new Set(specs.flatMap(({ modelId, aliases = [] }) => [modelId, ...aliases])),
  };
}

function tell(
  one: OfferedModel & { readonly mode: ModelMode },
  about: { readonly provider: StoredObject; readonly served: Served; readonly known: Knowledge },
): ToldOffer {
  const { provider, served, known } = about;
  const contextWindow = one.contextWindow ?? known.contextWindow;
  const facts = {
    id: one.id,
    display_name: one.displayName ?? null,
    mode: one.mode,
    context_window: contextWindow ?? null,
    max_output_tokens: one.maxOutputTokens ?? null,
    base_model: one.baseModel ?? null,
    prices: known.prices,
    model: served.byUpstream.get(one.id) ?? null,
  };
  return { ...facts, body: bodyFor(facts, { provider, served, known }) };
}

/** A name that is taken is written behind the provider's. Prices that hold anyway are not written down: they would no longer follow catalogs. */
function bodyFor(
  facts: Omit<ToldOffer, 'body'>,
  { provider, served, known }: Parameters<typeof tell>[1],
): Record<string, unknown> {
  const { id, display_name, mode, context_window, max_output_tokens } = facts;
  const { name } = provider.metadata;
  const modelId = served.taken.has(id) ? `${name}/${id}` : id;
  const { organizationId } = provider.spec;
  const said = {
    id: modelId,
    organization_id: organizationId,
    provider: name,
    upstream_model: modelId === id ? undefined : id,
    display_name: display_name ?? undefined,
    mode: mode === 'chat' ? undefined : mode,
    context_window: context_window ?? undefined,
    max_output_tokens: max_output_tokens ?? undefined,
    ...(known.isPricedByItself || !known.prices ? {} : pricesToWrite(known.prices)),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** Prices as fields of a Model. Tiers for long prompts have none there. */
function pricesToWrite(prices: ToldPrices): Record<string, number | undefined> {
  const { price_per_request: perRequest, price_per_image: perImage } = prices;
  const { price_per_minute: perMinute, batch_discount_percent: ofBatches } = prices;
  const rates = Object.entries(prices).filter(
    (entry): entry is [string, number] =>
      entry[0].endsWith('_price_per_million') && typeof entry[1] === 'number',
  );
  return {
    ...Object.fromEntries(rates),
    per_request_price: perRequest ?? undefined,
    per_image_price: perImage ?? undefined,
    per_minute_price: perMinute ?? undefined,
    batch_discount_percent: ofBatches === 0 ? undefined : ofBatches,
  };
}
