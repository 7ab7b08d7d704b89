import { slaDefinition, type SlaDefinitionSpec } from '@aicp/crds/sla-definition';
import { readAsItIs } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';

/** An SLADefinition adds nothing to a snapshot: the admin service reads the object itself, and evaluates it as far as what it names exists. */
export const slaDefinitionKind = operatorKind<SlaDefinitionSpec, Pick<Missing, 'missing'>>({
  definition: slaDefinition,
  sections: () => [],
  gather: (spec, lookup, referrer) => missingReferences(slaDefinition, spec, { lookup, referrer }),
  decide: (_object, _spec, { missing }) => readAsItIs(missing),
});
