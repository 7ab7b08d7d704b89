import { canonicalJson, sha256 } from '@aicp/contracts/snapshot/digest';
import type { ModelFragment } from '@aicp/contracts/snapshot/fragments';
import type { ModelSpec } from '@aicp/crds/model';
import { accepted, notEnforced, refused, type Decision } from '../decision.ts';
import { sourceOf, type SourceObject } from '../source-object.ts';
import { foundIds, missingNames } from '../world.ts';
import type { ModelGathered } from './gather.ts';
import { nanoUsd } from './nano-usd.ts';

const PROVIDER = 'Provider/';

/** A Model's fragment: served where its provider is, without the fallbacks that do not exist. */
export function decideModel(
  object: SourceObject,
  spec: ModelSpec,
  { provider, fallbacks }: ModelGathered,
): Decision {
  if (!spec.isActive) return accepted([], ['inactive: clients cannot ask for it']);
  if (!provider) {
    return refused(
      'ReferenceNotFound',
      `provider "${spec.provider}" does not exist: create it or change spec.provider`,
    );
  }
  if (provider.served === 'unsupported') {
    return notEnforced(
      `its provider is of a type that is not served, see ${PROVIDER}${spec.provider}`,
    );
  }
  if (provider.served === 'unusable') {
    return refused(
      'ReferenceNotFound',
      `provider "${spec.provider}" cannot be used as it is, see ${PROVIDER}${spec.provider}`,
    );
  }
  const prices = pricesOf(spec);
  const fragment: ModelFragment = {
    source: sourceOf(object),
    id: spec.modelId,
    name: object.name,
    organization: spec.organizationId,
    aliases: [...new Set(spec.aliases)],
    provider: spec.provider,
    upstreamModel: spec.upstreamModel ?? spec.modelId,
    mode: spec.mode,
    tier: spec.tier,
    weight: spec.weight,
    fallbacks: foundIds(fallbacks),
    created: secondsOf(object.created),
    prices,
    priceVersion: `${object.name}@${sha256(canonicalJson(prices)).slice(0, 12)}`,
  };
  const placed = [{ section: 'models', fragment }];
  const missing = missingNames('fallbacks', fallbacks);
  if (missing.length > 0) return refused('ReferenceNotFound', missing.join('; '), placed);
  return accepted(placed);
}

function pricesOf(spec: ModelSpec): ModelFragment['prices'] {
  const price = (amount: number | string | undefined): string | undefined =>
    amount === undefined ? undefined : nanoUsd(amount);
  return {
    input: price(spec.inputPricePerMillion),
    output: price(spec.outputPricePerMillion),
    cachedInput: price(spec.cachedInputPricePerMillion),
    cacheWrite: price(spec.cacheWritePricePerMillion),
    reasoning: price(spec.reasoningPricePerMillion),
  };
}

/** Unix seconds; 0 for a moment that cannot be read. */
function secondsOf(created: string): number {
  const ms = Date.parse(created);
  return Number.isFinite(ms) ? Math.floor(ms / 1000) : 0;
}
