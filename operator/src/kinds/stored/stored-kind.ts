import type { KindDefinition } from '@aicp/crds/kit/kind';
import { withArticle } from '@aicp/crds/kit/with-article';
import { faultsOf } from '../kit/faults-of.ts';
import { notEnforced, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind, type OperatorKind } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';

/** A kind that is stored before any service acts on it. What it refers to has to exist all the same. */
export const storedKind = (definition: KindDefinition): OperatorKind =>
  operatorKind<object, Missing>({
    definition,
    sections: () => [],
    gather: (spec, lookup, referrer) => missingReferences(definition, spec, { lookup, referrer }),
    decide: (_object, spec, missing) =>
      decideStored(definition.kind, missing, faultsOf(definition.kind, spec)),
  });

function decideStored(
  kind: string,
  { missing, missingSecrets }: Missing,
  faults: readonly string[],
): KindVerdict {
  const verdict = notEnforced(`no service of this version acts on ${withArticle(kind)}`);
  if (faults.length > 0) return { ...verdict, ...notAccepted('Invalid', faults.join('; ')) };
  const problems = [...missing, ...missingSecrets].join('; ');
  if (problems === '') return verdict;
  const reason = missing.length > 0 ? 'ReferenceNotFound' : 'SecretNotFound';
  return { ...verdict, ...notAccepted(reason, problems) };
}
