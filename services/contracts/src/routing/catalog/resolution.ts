import type { PriceSchedule } from '../../prices/price-schedule.ts';

/** A provider, as far as routing reads it. */
export interface RoutingProvider {
  readonly id: string;
  readonly organization: string | undefined;
  /** Why no request can be sent there now; undefined: it can serve. */
  readonly unusable: 'inactive' | 'credential missing' | 'settings cannot be used' | undefined;
}

/** Why no request can be sent to a provider that is switched off, whose credential is not there, or with whose settings nobody can ask it. */
export function whyUnusable(provider: {
  readonly isActive: boolean;
  readonly lacksCredential: boolean;
  /** Absent: it can be asked, or that is not known here. */
  readonly cannotBeAsked?: boolean;
}): RoutingProvider['unusable'] {
  if (!provider.isActive) return 'inactive';
  if (provider.lacksCredential) return 'credential missing';
  return provider.cannotBeAsked === true ? 'settings cannot be used' : undefined;
}

/** Why a provider refuses a request that another one may take: it is longer than its model takes, or says what it does not hear. */
export type RefusalReason = 'context_window' | 'content_policy';

/** A model, as far as routing reads it. */
export interface RoutingModel {
  readonly kind: 'model';
  /** What clients send as `model`. */
  readonly id: string;
  /** metadata.name of the Model: one of its kind in the installation. */
  readonly name: string;
  /** The id and the aliases. */
  readonly names: readonly string[];
  /** Whose requests alone it serves; undefined: everyone's. */
  readonly organization: string | undefined;
  /** Whether the platform wrote it, so that its names count in what the platform says. */
  readonly isPlatforms: boolean;
  /** The platform's model whose upstream it uses. What is said of that one holds for this one too. */
  readonly base: RoutingModel | undefined;
  readonly provider: RoutingProvider;
  readonly tier: string | undefined;
  /** What it is for: `chat`, `embedding`. */
  readonly mode: string;
  /** Nano-USD for a million tokens in and a million out; undefined: it has no price. */
  readonly price: number | undefined;
  /** What it costs, and when. */
  readonly pricing: PriceSchedule;
  readonly fallbacks: readonly string[];
  /** Who is asked instead where its provider refuses a request for this reason, by names. */
  readonly fallbacksFor: Readonly<Record<RefusalReason, readonly string[]>>;
}

/** A name that stands for several models, each with its share of the traffic. */
export interface RoutingGroup<M extends RoutingModel = RoutingModel> {
  readonly kind: 'group';
  readonly id: string;
  readonly names: readonly string[];
  readonly organization: string | undefined;
  readonly isPlatforms: boolean;
  /** Unix seconds. */
  readonly created: number;
  readonly members: readonly { readonly model: M; readonly weight: number }[];
}

/** What a name may stand for. */
export type Resolution<M extends RoutingModel = RoutingModel> = M | RoutingGroup<M>;

/** Whether something counts for the requests of an organization, or of nobody's in particular. */
export const isVisible = (
  thing: { readonly organization: string | undefined },
  entitlement: { readonly organization: string | undefined },
): boolean => thing.organization === undefined || thing.organization === entitlement.organization;

/** The names by which the platform knows a model: none for one that an organization brought by itself. */
export function platformNames(model: RoutingModel): readonly string[] {
  if (model.isPlatforms) return model.names;
  return model.base?.names ?? [];
}
