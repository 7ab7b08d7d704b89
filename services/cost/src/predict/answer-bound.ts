import { answersText, type CostModel } from '../snapshot/cost-model.ts';
import type { PredictBody } from './predict-body.ts';

/** Tokens that one answer has at most, by the request and what its model says of itself; Infinity where nothing bounds it. */
export function answerBound(body: PredictBody, model: CostModel, inputTokens: number): number {
  if (!answersText(model)) return 0;
  const { maxOutputTokens = Infinity, contextWindow = Infinity } = model.fragment.limits ?? {};
  const named = [body.max_completion_tokens, body.max_tokens].filter(
    (one) => typeof one === 'number',
  );
  const asked = named.length === 0 ? Infinity : Math.max(...named);
  return Math.max(1, Math.min(asked, maxOutputTokens, contextWindow - inputTokens));
}
