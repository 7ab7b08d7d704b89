import { inputOf, outputOf } from '@aicp/contracts/usage/token-totals';
import type { AccuracyBook } from '../accuracy/accuracy-book.ts';
import type { ForetoldRequests } from '../accuracy/foretold-requests.ts';
import type { OutputHistory } from '../outputs/output-history.ts';
import { toTokens } from '../outputs/output-forecast.ts';
import { answersText, type CostModel } from '../snapshot/cost-model.ts';
import type { Known } from '../snapshot/cost-snapshot.ts';
import type { VendorFactors } from '../tokens/vendor-factors.ts';
import type { AnsweredRequest } from './answers-store.ts';

export interface LearnerParts {
  readonly history: OutputHistory;
  readonly factors: VendorFactors;
  readonly accuracy: AccuracyBook;
  readonly foretold: ForetoldRequests;
}

/** Takes in answered requests: each is foretold by those before it, held against what came, and then learned from. */
export class Learner {
  private readonly parts: LearnerParts;

  constructor(parts: LearnerParts) {
    this.parts = parts;
  }

  learn(answered: AnsweredRequest, { tables }: Pick<Known, 'tables'>): void {
    const { organization, tokens } = answered;
    const model = tables.catalog.named(answered.model, { organization });
    if (model?.kind !== 'model') return;
    this.learnLength(model, answered, outputOf(tokens));
    this.learnFromPrediction(model, answered);
  }

  private learnLength(
    model: CostModel,
    { organization, key }: AnsweredRequest,
    tokens: number,
  ): void {
    if (tokens === 0 || !answersText(model)) return;
    const { history, accuracy } = this.parts;
    const of = { organization, model: model.name, key };
    const forecast = history.forecast(of);
    if (forecast.basis === 'history') {
      accuracy.addAnswer(of, toTokens(forecast, Infinity), tokens);
    }
    history.observe(of, tokens);
  }

  private learnFromPrediction(model: CostModel, answered: AnsweredRequest): void {
    const { requestId, key, tokens, cost } = answered;
    if (key === undefined) return;
    const { foretold, factors, accuracy } = this.parts;
    const said = foretold.take(requestId, key);
    if (!said) return;
    const { provider, upstreamModel } = model.fragment;
    const isSameModel = said.provider === provider && said.upstreamModel === upstreamModel;
    if (isSameModel && said.tokens !== undefined) {
      const of = { organization: answered.organization, key };
      factors.observe(said, of, { ours: said.tokens, theirs: inputOf(tokens) });
    }
    if (said.cost !== undefined && cost !== undefined) {
      const of = { organization: answered.organization, model: model.name };
      accuracy.addRequest(of, Number(said.cost), Number(cost));
    }
  }
}
