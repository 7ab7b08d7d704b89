import { withFigures } from '@aicp/contracts/budgets/with-figures';
import type { Clock } from '@aicp/common/time/clock';
import { tagsIn } from '../money/tags-in.ts';
import type { SpendFigures } from '@aicp/ledger/query/spend-figures';
import { passedBy, standingsOf, tightestTold } from '../money/standing.ts';
import { usdNumber } from '@aicp/contracts/budgets/usd-text';
import { toTokens } from '../outputs/output-forecast.ts';
import type { OutputHistory } from '../outputs/output-history.ts';
import type { CostModel } from '../snapshot/cost-model.ts';
import type { CostSnapshot } from '../snapshot/cost-snapshot.ts';
import type { TokenCounter } from '../tokens/counting/token-counter.ts';
import { chatPrompt } from '../tokens/prompt/chat-prompt.ts';
import { countPrompt, textTokens, tokensFor, type CountedPrompt } from '../tokens/prompt-tokens.ts';
import type { Factors, VendorFactors } from '../tokens/vendor-factors.ts';
import type { Caller } from '../access/caller.ts';
import { alternativesTo } from './alternatives.ts';
import { answerBound } from './answer-bound.ts';
import type { ForetoldRequests } from '../accuracy/foretold-requests.ts';
import type { PredictBody, Prediction } from './predict-body.ts';
import { costsOf, mostOf, type Costs } from './priced.ts';
import { routeFor, type Asking, type Routed } from './route-for.ts';
import { warningOf } from './warning.ts';

export interface PredictorParts {
  readonly snapshot: Pick<CostSnapshot, 'current'>;
  readonly counter: TokenCounter;
  readonly factors: VendorFactors;
  readonly history: Pick<OutputHistory, 'forecast'>;
  readonly figures: Pick<SpendFigures, 'of'>;
  readonly foretold: Pick<ForetoldRequests, 'note'>;
  readonly clock: Clock;
}

/** Whose request it is, and what it will be known by. */
export interface PredictionFor {
  readonly caller: Caller;
  readonly requestId: string;
}

/** What is foretold of a request. Counts are of all answers together. */
interface Estimate extends Routed {
  readonly counted: CountedPrompt;
  readonly input: number;
  readonly output: number;
  readonly basis: Prediction['basis'];
  readonly low: bigint | undefined;
  readonly high: bigint | undefined;
  readonly costs:
    { readonly input: bigint; readonly output: bigint; readonly total: bigint } | undefined;
}

/** Foretells what requests cost. Nothing is sent or reserved. */
export class Predictor {
  private readonly parts: PredictorParts;

  constructor(parts: PredictorParts) {
    this.parts = parts;
  }

  /** Rejects with a Problem where the gateway would refuse the request, or the model is not known. */
  async predict(body: PredictBody, { caller, requestId }: PredictionFor): Promise<Prediction> {
    const { snapshot, clock, foretold } = this.parts;
    const { tables, budgets } = snapshot.current;
    const asking: Asking = { caller, tables, budgets, nowMs: clock.now() };
    const estimate = await this.estimate(body, asking);
    const { first, costs, counted } = estimate;
    if (caller.key) {
      foretold.note(requestId, {
        key: caller.key.id,
        provider: first.fragment.provider,
        upstreamModel: first.fragment.upstreamModel,
        tokens: textOnly(counted) ? textTokens(counted, first.fragment.upstreamModel) : undefined,
        cost: costs?.total,
      });
    }
    return {
      model: estimate.requestedName,
      model_served: first.id,
      input_tokens: estimate.input,
      estimated_output_tokens: estimate.output,
      input_cost_usd: usd(costs?.input),
      estimated_output_cost_usd: usd(costs?.output),
      total_estimated_cost_usd: usd(costs?.total),
      ...(await this.money(body, estimate, asking)),
      confidence_low_usd: usd(estimate.low),
      confidence_high_usd: usd(estimate.high),
      max_cost_usd: usd(this.mostCost(body, estimate, asking)),
      basis: estimate.basis,
      alternatives: await withFigures(this.parts.figures, (figureOf) =>
        this.alternatives(body, estimate, { ...asking, figureOf }),
      ),
    };
  }

  private async estimate(body: PredictBody, asking: Asking): Promise<Estimate> {
    const { counter, history, snapshot, figures } = this.parts;
    const routed = await withFigures(figures, (figureOf) =>
      routeFor(body, { ...asking, figureOf }),
    );
    const { first } = routed;
    const counted = await countPrompt(chatPrompt(body), counter, snapshot.current.encodings);
    const prompt = tokensFor(counted, first.fragment, this.factorsFor(asking));
    const forecast = history.forecast({ ...ofCaller(asking), model: first.name });
    const { low, median, high } = toTokens(forecast, answerBound(body, first, prompt.input));
    const prices = first.pricing.at(asking.nowMs);
    const answers = body.n ?? 1;
    const isFree = asking.tables.settings.unpricedModelPolicy === 'zero' && !prices.isPriced;
    const costs = (tokens: number) =>
      isFree ? NOTHING : costsOf(prompt, tokens * answers, prices);
    return {
      ...routed,
      counted,
      input: prompt.input,
      output: median * answers,
      basis: forecast.basis,
      low: costs(low)?.total,
      high: costs(high)?.total,
      costs: costs(median),
    };
  }

  private factorsFor(asking: Asking): Factors {
    return this.parts.factors.for(ofCaller(asking));
  }

  private async money(
    body: PredictBody,
    { first, costs, input }: Estimate,
    { caller, budgets, nowMs }: Asking,
  ): Promise<Pick<Prediction, 'budget_remaining_usd' | 'within_budget' | 'warning'>> {
    const isTooLong = input > (first.fragment.limits?.contextWindow ?? Infinity);
    const about = { cost: costs?.total, model: first.id, isTooLong };
    if (!caller.key) {
      const warning = warningOf({ ...about, standings: [] });
      return { budget_remaining_usd: null, within_budget: true, warning };
    }
    const of = { caller, model: first, tags: tagsIn(body), nowMs };
    const standings = await standingsOf(budgets, of, this.parts.figures);
    return {
      budget_remaining_usd: usd(standings && tightestTold(standings)?.left),
      within_budget: !standings || !passedBy(standings, costs?.total ?? 0n),
      warning: warningOf({ ...about, standings }),
    };
  }

  /** Of the dearest of those who may serve. */
  private mostCost(
    body: PredictBody,
    { candidates, counted }: Estimate,
    asking: Asking,
  ): bigint | undefined {
    let most = 0n;
    for (const model of candidates) {
      const cost = this.mostAt(model, body, { counted, asking });
      if (cost === undefined) return undefined;
      if (cost > most) most = cost;
    }
    return most;
  }

  private mostAt(
    model: CostModel,
    body: PredictBody,
    { counted, asking }: { readonly counted: CountedPrompt; readonly asking: Asking },
  ): bigint | undefined {
    const prompt = tokensFor(counted, model.fragment, this.factorsFor(asking));
    const bound = answerBound(body, model, prompt.input) * (body.n ?? 1);
    return Number.isFinite(bound)
      ? mostOf(prompt, bound, model.pricing.at(asking.nowMs))
      : undefined;
  }

  private alternatives(
    body: PredictBody,
    { first, counted, costs, output }: Estimate,
    asking: Asking,
  ): Prediction['alternatives'] {
    if (!costs) return [];
    const factors = this.factorsFor(asking);
    const cost = costs.total;
    return alternativesTo({ asking, body, counted, factors, served: first, cost, output }).map(
      (one) => ({ model: one.model, total_estimated_cost_usd: usdNumber(one.cost) }),
    );
  }
}

/** What a model without a price costs, where the settings say that it is nothing. */
const NOTHING: Costs = { input: 0n, output: 0n, total: 0n };

/** Whose requests are learned from for whoever asks. */
const ofCaller = ({ caller: { key } }: Asking) => ({
  organization: key?.organization,
  key: key?.id,
});

const textOnly = ({ prompt: { images, audio } }: CountedPrompt): boolean =>
  images.length + audio === 0;

const usd = (nanoUsd: bigint | undefined): number | null =>
  nanoUsd === undefined ? null : usdNumber(nanoUsd);
