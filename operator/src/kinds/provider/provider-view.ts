import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { isServedType } from '@aicp/crds/kit/provider-types';
import type { ProviderSpec } from '@aicp/crds/provider';
import { viewsOf, type ViewOf } from '../kit/lookup.ts';
import type { Seen, ViewedKind } from '../kit/operator-kind.ts';

/** A Provider as models see it. */
export interface ProviderView {
  readonly organization: string | undefined;
  /** `unsupported`: of a type that nobody speaks yet; `unusable`: its spec cannot be used and never could. */
  readonly served: 'yes' | 'unsupported' | 'unusable';
  readonly type?: string | undefined;
  /** Where it is reached, as far as that is said. */
  readonly baseUrl?: string | undefined;
}

export const providerNamed = viewsOf('Provider') as ViewOf<ProviderView>;

/** How models see a provider: whose it is, and whether it stands in the snapshot. */
export const providerView: ViewedKind<ProviderSpec> = {
  isOfFragment: true,
  keyOf: ({ name }) => name,
  of(seen): ProviderView {
    const { spec } = seen;
    // What cannot be read may have been of a type that is served.
    if (spec === undefined || isServedType(spec.type)) return present(seen);
    return { ...shown(spec), served: 'unsupported' };
  },
};

function present({ spec, isUsable, lastGood }: Seen<ProviderSpec>): ProviderView {
  if (spec && isUsable()) return { ...shown(spec), served: 'yes' };
  const kept = lastGood() as ProviderFragment | undefined;
  if (!kept) return { organization: undefined, served: 'unusable' };
  const { organization, type, baseUrl } = kept;
  return { organization, type, baseUrl, served: 'yes' };
}

const shown = ({ organizationId, type, baseUrl }: ProviderSpec): Omit<ProviderView, 'served'> => ({
  organization: organizationId,
  type,
  baseUrl,
});
