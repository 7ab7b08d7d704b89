import { burstOf } from '@aicp/contracts/limits/burst';
import type { RateLimitFragment } from '@aicp/contracts/snapshot/sections/rate-limits';
import { rateLimitPolicy, type RateLimitPolicySpec } from '@aicp/crds/rate-limit-policy';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { lookUpModels, type LookedUpModel } from '../kit/lookup.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { overridden } from './overridden.ts';

/** What a RateLimitPolicy refers to. */
interface Gathered {
  readonly missing: readonly string[];
  /** The model that it names, where it names one. */
  readonly model: LookedUpModel | undefined;
}

/** A RateLimitPolicy. One whose value does not exist yet limits it from the moment on at which it does. */
export const rateLimitPolicyKind = operatorKind<RateLimitPolicySpec, Gathered, RateLimitFragment>({
  definition: rateLimitPolicy,
  sections: () => ['rate_limits'],
  keptIn: 'rate_limits',
  mayGuard: () => true,
  gather: (spec, lookup, object) => ({
    missing: missingReferences(rateLimitPolicy, spec, { lookup, referrer: object }).missing,
    model: lookUpModels(modelsIn(spec), spec.organizationId, lookup)[0],
  }),
  decide: decideRateLimitPolicy,
  remarks: (fragments) =>
    overridden(fragments.map(({ fragment }) => fragment as RateLimitFragment)),
});

const modelsIn = ({ scope, scopeValue }: RateLimitPolicySpec): readonly string[] =>
  scope === 'model' && scopeValue !== undefined ? [scopeValue] : [];

function decideRateLimitPolicy(
  object: SourceObject,
  spec: RateLimitPolicySpec,
  { missing, model }: Gathered,
): KindVerdict {
  if (model?.found?.type === 'model_group') {
    const message = `spec.scopeValue: "${model.name}" is a model group, and what is counted is the model that serves: name that`;
    return { ...notAccepted('Invalid', message), guards: true };
  }
  const { rpmLimit: rpm, burstMultiplier: multiplier, burstWindowSeconds: seconds } = spec;
  const fragment: RateLimitFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    scope: spec.scope,
    value: model?.found?.id ?? spec.scopeValue,
    priority: spec.priority,
    created: object.created,
    rpm,
    tpm: spec.tpmLimit,
    rpd: spec.rpdLimit,
    tpd: spec.tpdLimit,
    concurrent: spec.concurrentLimit,
    burst: burstOf({ rpm, multiplier, seconds }),
  };
  const fragments = [{ section: 'rate_limits', fragment }];
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '), fragments);
  return accepted(fragments, notesOn(spec));
}

const notesOn = ({ rpmLimit, burstMultiplier, burstWindowSeconds }: RateLimitPolicySpec) =>
  rpmLimit === undefined && (burstWindowSeconds !== undefined || Number(burstMultiplier) !== 1)
    ? ['no burst is limited: that takes rpmLimit']
    : [];
