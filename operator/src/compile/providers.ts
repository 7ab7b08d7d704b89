import type { ProviderFragment } from '@aicp/contracts/snapshot/fragments';
import type { ProviderSpec } from '@aicp/crds/provider';
import { isServedType } from '../kinds/provider/decide.ts';
import type { ProviderView } from '../kinds/world.ts';
import type { Reading } from './read-spec.ts';

export interface Providers {
  readonly view: (name: string) => ProviderView | undefined;
}

export interface ViewOptions {
  /** Whether the present form can be used. */
  readonly isUsable: (reading: Reading) => boolean;
  readonly lastGood: (reading: Reading) => object | undefined;
}

/** How models see the providers: which there are, whose, and which of them stand in the snapshot. */
export function viewProviders(readings: readonly Reading[], options: ViewOptions): Providers {
  const views = new Map<string, ProviderView>();
  for (const reading of readings) {
    const { object } = reading;
    if (object.kind !== 'Provider' || views.has(object.name)) continue;
    views.set(object.name, isServable(reading) ? present(reading, options) : unsupported(reading));
  }
  return {
    view: (name) => views.get(name),
  };
}

/** False for a type that no service speaks to; what cannot be read may have been of a good one. */
const isServable = ({ spec }: Reading): boolean =>
  spec === undefined || isServedType((spec as ProviderSpec).type);

function unsupported({ spec }: Reading): ProviderView {
  return { organization: (spec as ProviderSpec).organizationId, served: 'unsupported' };
}

function present(reading: Reading, { isUsable, lastGood }: ViewOptions): ProviderView {
  const spec = reading.spec as ProviderSpec | undefined;
  if (spec && isUsable(reading)) return { organization: spec.organizationId, served: 'yes' };
  const kept = lastGood(reading) as ProviderFragment | undefined;
  return { organization: kept?.organization, served: kept ? 'yes' : 'unusable' };
}
