import { withArticle } from '@aicp/crds/kit/with-article';
import { notEnforced, refused, type Decision } from '../decision.ts';
import type { StoredGathered } from './gather.ts';

/** An object of a kind that is stored before any service acts on it. What it refers to has to exist all the same. */
export function decideStored(
  kind: string,
  { missing, missingSecrets }: StoredGathered,
  faults: readonly string[],
): Decision {
  const decision = notEnforced(`no service of this version acts on ${withArticle(kind)}`);
  if (faults.length > 0) return { ...decision, ...refused('Invalid', faults.join('; ')) };
  const problems = [...missing, ...missingSecrets].join('; ');
  if (problems === '') return decision;
  const reason = missing.length > 0 ? 'ReferenceNotFound' : 'SecretNotFound';
  return { ...decision, ...refused(reason, problems) };
}
