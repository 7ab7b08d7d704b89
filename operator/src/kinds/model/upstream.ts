import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { PRICE_FIELDS } from '@aicp/crds/kit/price-fields';
import type { ModelSpec } from '@aicp/crds/model';
import { notEnforced, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import type { SourceObject } from '../kit/source-object.ts';
import { providerNamed, type ProviderView } from '../provider/provider-view.ts';
import { isOwnOrShared, type Lookup, type PlatformModel, type Views } from '../kit/lookup.ts';
import { inheritedFrom, type Inherited } from './inherited.ts';
import { gatherCatalogs, pricesOfModel, type Catalogs } from './model-prices.ts';

/** Where the requests for a model go. */
export interface Upstream {
  /** Undefined where there is none that this model may use. */
  readonly provider: ProviderView | undefined;
  /** An organization's model at a provider of the platform has its upstream, credential, prices and tier from this one. */
  readonly base: PlatformModel | undefined;
  readonly catalogs: Catalogs;
}

/** The fields that an inheriting model has from the platform's model, and must not set itself. */
const INHERITED = [...PRICE_FIELDS, 'tier'] as const satisfies readonly (keyof ModelSpec)[];

const upstreamName = (spec: ModelSpec): string => spec.upstreamModel ?? spec.modelId;

export function gatherUpstream(
  spec: ModelSpec,
  lookup: Views & Pick<Lookup, 'platformModel'>,
): Upstream {
  const known = providerNamed(lookup, spec.provider);
  const provider =
    known && isOwnOrShared(spec.organizationId, known.organization) ? known : undefined;
  const base = inherits(spec, provider)
    ? lookup.platformModel(spec.provider, upstreamName(spec))
    : undefined;
  return { provider, base, catalogs: gatherCatalogs(lookup, provider) };
}

/** Whether a model is an organization's at a provider that is the platform's. */
const inherits = (spec: ModelSpec, provider: ProviderView | undefined): boolean =>
  spec.organizationId !== undefined &&
  provider !== undefined &&
  provider.organization === undefined;

/** Why a model cannot be served; undefined where it can. */
export function upstreamProblem(
  spec: ModelSpec,
  { provider, base }: Pick<Upstream, 'provider' | 'base'>,
): KindVerdict | undefined {
  if (!provider) {
    const remedy = 'create it or change spec.provider';
    return notAccepted(
      'ReferenceNotFound',
      `provider "${spec.provider}" does not exist: ${remedy}`,
    );
  }
  const label = `Provider/${spec.provider}`;
  if (provider.served === 'unsupported') {
    return notEnforced(`its provider is of a type that is not served, see ${label}`);
  }
  if (provider.served === 'unusable') {
    const problem = `provider "${spec.provider}" cannot be used as it is, see ${label}`;
    return notAccepted('ReferenceNotFound', problem);
  }
  return inherits(spec, provider) ? inheritanceProblem(spec, base) : undefined;
}

function inheritanceProblem(
  spec: ModelSpec,
  base: PlatformModel | undefined,
): KindVerdict | undefined {
  const name = upstreamName(spec);
  if (!base) {
    return notAccepted(
      'ReferenceNotFound',
      `upstreamModel: the platform has no model "${name}" at its provider "${spec.provider}": name one by its id or an alias, or use a provider of your organization`,
    );
  }
  const own = INHERITED.filter((field) => spec[field] !== undefined);
  if (own.length === 0) return undefined;
  return notAccepted(
    'Invalid',
    `${own.join(', ')}: a model at a provider of the platform has prices and tier of the platform's model "${name}": take them out, or use a provider of your organization`,
  );
}

/** What is sent to the provider, and what it costs. */
export function upstreamOf(
  object: Pick<SourceObject, 'name' | 'written'>,
  spec: ModelSpec,
  { provider, base, catalogs }: Upstream,
): Inherited & Pick<ModelFragment, 'inherits'> {
  if (base) return { inherits: base.id, ...inheritedFrom(base) };
  const upstreamModel = upstreamName(spec);
  return {
    upstreamModel,
    mode: spec.mode,
    tier: spec.tier,
    limits: limitsOf(spec),
    ...pricesOfModel(object, spec, { upstreamModel, provider, catalogs }),
  };
}

function limitsOf({ contextWindow, maxOutputTokens }: ModelSpec): ModelFragment['limits'] {
  const isKnown = contextWindow !== undefined || maxOutputTokens !== undefined;
  return isKnown ? { contextWindow, maxOutputTokens } : undefined;
}
