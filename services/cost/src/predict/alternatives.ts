import type { CountedPrompt } from '../tokens/prompt-tokens.ts';
import { tokensFor } from '../tokens/prompt-tokens.ts';
import type { Factors } from '../tokens/vendor-factors.ts';
import { mayUse } from '@aicp/contracts/routing/catalog/entitlement';
import { usableBy } from '../access/caller.ts';
import type { CostModel } from '../snapshot/cost-model.ts';
import { Problem } from '@aicp/common/errors/problem';
import type { PredictBody } from './predict-body.ts';
import { costsOf } from './priced.ts';
import { routeFor, type Asking } from './route-for.ts';

/** So many are named at most. */
const MOST = 5;
/** Policies are asked of so many of the cheapest: each takes as long as a routing decision. */
const MOST_ASKED = 15;

export interface Alternative {
  readonly model: string;
  readonly cost: bigint;
}

/** Which models may serve instead of one, at what it would cost there. */
export interface AlternativesQuestion {
  readonly asking: Asking;
  readonly body: PredictBody;
  readonly counted: CountedPrompt;
  readonly factors: Factors;
  /** Who would serve, at what cost, and how long all answers together become. */
  readonly served: CostModel;
  readonly cost: bigint;
  readonly output: number;
}

/** Cheaper models of the same sort that the caller may use for this request, lists, tiers and policies allowing, the cheapest first. */
export function alternativesTo(question: AlternativesQuestion): readonly Alternative[] {
  const { asking, body } = question;
  const cheaper = cheaperModels(question).sort((one, other) => (one.cost < other.cost ? -1 : 1));
  return cheaper
    .slice(0, MOST_ASKED)
    .filter(({ model }) => wouldServe(model, body, asking))
    .slice(0, MOST);
}

function cheaperModels(question: AlternativesQuestion): Alternative[] {
  const { asking, counted, factors, cost, output } = question;
  return modelsLike(question).flatMap((model) => {
    const prompt = tokensFor(counted, model.fragment, factors);
    if (!takes(model, prompt.input, output)) return [];
    const total = costsOf(prompt, output, model.pricing.at(asking.nowMs))?.total;
    return total === undefined || total >= cost ? [] : [{ model: model.id, cost: total }];
  });
}

/** Other models of the same sort that the caller may use, by their own ids. */
function modelsLike({ asking, served }: AlternativesQuestion): readonly CostModel[] {
  const { caller, tables, nowMs } = asking;
  const entitlement = usableBy(caller, tables, nowMs);
  return tables.catalog.models.filter(
    (model) =>
      model !== served &&
      model.fragment.mode === served.fragment.mode &&
      model.provider.unusable === undefined &&
      tables.catalog.find(model.id, entitlement) === model &&
      mayUse(model, entitlement),
  );
}

function takes({ fragment }: CostModel, input: number, output: number): boolean {
  const { contextWindow = Infinity, maxOutputTokens = Infinity } = fragment.limits ?? {};
  return input + output <= contextWindow && output <= maxOutputTokens;
}

/** Whether a request for this model is served by it first. */
function wouldServe(model: string, body: PredictBody, asking: Asking): boolean {
  try {
    return routeFor({ ...body, model }, { ...asking, obeysPolicies: true }).first.id === model;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
