import type { RuntimeTarget } from './runtime.ts';

/**
 * By their weights, one of a provider's credentials that may be asked; those without weight where there is no other, and undefined where
 * none may be asked. `random` gives numbers in [0, 1).
 */
export function targetByWeight(
  targets: readonly RuntimeTarget[],
  mayAsk: (target: RuntimeTarget) => boolean,
  random: () => number,
): RuntimeTarget | undefined {
  const [only] = targets;
  if (targets.length === 1) return only && mayAsk(only) ? only : undefined;
  const open = targets.filter(mayAsk);
  let left = random() * open.reduce((sum, { weight }) => sum + weight, 0);
  return open.find(({ weight }) => weight > 0 && (left -= weight) < 0) ?? open[0];
}
