import type { PolicyVerdict } from './explanation.ts';

/** What a policy does with a request that it matches. */
export function effectText({
  action,
  target_models: targets,
}: Pick<PolicyVerdict, 'action' | 'target_models'>): string {
  const named = targets.join(', ');
  switch (action) {
    case 'deny':
      return targets.length === 0 ? 'deny every model' : `deny ${named}`;
    case 'prefer':
      return targets.length === 0 ? 'try those that match first' : `try ${named} first`;
    case 'permit':
      return targets.length === 0 ? 'serve as asked' : `serve by ${named} only`;
  }
}
