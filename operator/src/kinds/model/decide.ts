import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { ModelSpec } from '@aicp/crds/model';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { timeoutsOf } from '../kit/time-limits.ts';
import { foundIds, missingModels, takenMessage, type LookedUpModel } from '../kit/lookup.ts';
import type { ModelGathered } from './gather.ts';
import { upstreamOf, upstreamProblem } from './upstream.ts';

/** A Model's fragment: served where its provider is, without the names that the platform has and the fallbacks that do not exist. */
export function decideModel(
  object: SourceObject,
  spec: ModelSpec,
  gathered: ModelGathered,
): KindVerdict {
  const { provider, base, taken, fallbacks } = gathered;
  if (!spec.isActive) return accepted([], ['inactive: clients cannot ask for it']);
  if (taken.includes(spec.modelId)) return notAccepted('Conflicted', takenMessage(spec.modelId));
  const problem = upstreamProblem(spec, { provider, base });
  if (problem) return problem;
  const fragment: ModelFragment = {
    source: sourceOf(object),
    id: spec.modelId,
    name: object.name,
    organization: spec.organizationId,
    aliases: [...new Set(spec.aliases)].filter((alias) => !taken.includes(alias)),
    provider: spec.provider,
    ...upstreamOf(object, spec, gathered),
    lossy: spec.lossy === 'reject' ? 'reject' : undefined,
    weight: spec.weight,
    fallbacks: foundIds(fallbacks),
    ...refusalFallbacks(gathered),
    timeouts: timeoutsOf(spec),
    created: secondsOf(object.created),
  };
  const fragments = [{ section: 'models', fragment }];
  const missing = LISTS.flatMap((field) => missingModels(field, gathered[field]));
  const problems = [...taken.map(takenMessage), ...missing].join('; ');
  if (taken.length > 0) return notAccepted('Conflicted', problems, fragments);
  if (missing.length > 0) return notAccepted('ReferenceNotFound', problems, fragments);
  return accepted(fragments);
}

const LISTS = ['fallbacks', 'contextWindowFallbacks', 'contentPolicyFallbacks'] as const;

/** Those of the lists that name somebody. */
function refusalFallbacks({
  contextWindowFallbacks,
  contentPolicyFallbacks,
}: ModelGathered): Pick<ModelFragment, 'contextWindowFallbacks' | 'contentPolicyFallbacks'> {
  const idsOf = (models: readonly LookedUpModel[]) =>
    models.length === 0 ? undefined : foundIds(models);
  return {
    contextWindowFallbacks: idsOf(contextWindowFallbacks),
    contentPolicyFallbacks: idsOf(contentPolicyFallbacks),
  };
}

/** Unix seconds; 0 for a moment that cannot be read. */
function secondsOf(created: string): number {
  const ms = Date.parse(created);
  return Number.isFinite(ms) ? Math.floor(ms / 1000) : 0;
}
