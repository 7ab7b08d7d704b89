import { soundTokens } from '../../sounds/chat-sounds.ts';
import { MOST_ANSWERS } from '../../usage/token-limits.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import type { Routed } from './phases.ts';

const NO_TOKENS = [0, 0] as const;

/**
 * The tokens that a request is likely to take of a model: of its prompt with its sounds, and of all its answers. An answer has as many
 * as the client allows, or else what this model usually gives.
 */
export function likelyTokens(
  { exchange, input, principal }: Pick<Routed, 'exchange' | 'input' | 'principal'>,
  model: RuntimeModel | undefined,
  { isBounded = false }: { readonly isBounded?: boolean } = {},
): readonly [input: number, output: number] {
  if (!model) return NO_TOKENS;
  if (input.parts)
    return input.parts.reduce<readonly [number, number]>(([prompts, outputs], part) => {
      const one = likelyTokens({ exchange, principal, input: part }, model, { isBounded });
      return [prompts + one[0], outputs + one[1]];
    }, NO_TOKENS);
  const { estimator } = exchange.gateway;
  const { maxTokens, promptCharacters, soundMs, answers = 1 } = input;
  const { limits } = model;
  const asking = { model: model.name, organization: principal.organization };
  const most = Math.min(maxTokens ?? Infinity, limits.answer);
  const answer =
    isBounded && maxTokens !== undefined ? most : estimator.expectedAnswer(asking, most);
  return [
    Math.min(
      estimator.tokensOf(asking, promptCharacters) + soundTokens(soundMs, model),
      limits.input,
    ),
    Math.min(Math.ceil(answer) * Math.min(answers, MOST_ANSWERS), limits.output),
  ];
}
