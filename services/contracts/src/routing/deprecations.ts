import type { DeprecationFragment } from '../snapshot/fragments.ts';
import type { Catalog } from './catalog.ts';
import { isVisible, type RoutingModel, type Served } from './served.ts';
import type { Retired } from './viewer.ts';

/** The announced end of a name, or of a model or group with all its names. Moments in milliseconds since 1970. */
export interface Deprecation {
  readonly organization: string | undefined;
  /** As it was announced: an id, or one alias. */
  readonly model: string;
  readonly deprecatedAt: number;
  /** Infinity: no end is announced. */
  readonly sunsetAt: number;
  /** What to use instead. */
  readonly replacement: string | undefined;
  /** Whether requests go there by themselves once it has gone. */
  readonly autoReroute: boolean;
  readonly message: string | undefined;
}

/** Whether it is not served any more. */
export const isGone = (
  deprecation: Deprecation | undefined,
  nowMs: number,
): deprecation is Deprecation => deprecation !== undefined && deprecation.sunsetAt <= nowMs;

/** Throws a RangeError for a moment that is none. */
export function toDeprecation(fragment: DeprecationFragment): Deprecation {
  const { organization, model, replacement, autoReroute, message } = fragment;
  return {
    organization,
    model,
    replacement,
    autoReroute,
    message,
    deprecatedAt: momentOf(fragment.deprecatedAt),
    sunsetAt: fragment.sunsetAt === undefined ? Infinity : momentOf(fragment.sunsetAt),
  };
}

function momentOf(text: string): number {
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) throw new RangeError(`"${text}" is no moment`);
  return moment;
}

/** All announced ends, by every name that they are about. */
export class Deprecations<M extends RoutingModel> {
  private readonly catalog: Catalog<M>;
  private readonly byName = new Map<string, Deprecation[]>();
  /** When something goes, in order, each moment once. */
  private readonly sunsets: readonly number[];
  /** What has gone by `sunsets[passed - 1]`, by organization. */
  private readonly retired = new Map<string, Retired<M>>();
  private passed = 0;

  constructor(deprecations: readonly Deprecation[], catalog: Catalog<M>) {
    this.catalog = catalog;
    for (const deprecation of deprecations) {
      for (const name of namesOf(deprecation, catalog)) {
        this.byName.set(name, [...(this.byName.get(name) ?? []), deprecation]);
      }
    }
    const moments = deprecations.map(({ sunsetAt }) => sunsetAt).filter(Number.isFinite);
    this.sunsets = [...new Set(moments)].sort((a, b) => a - b);
  }

  /** What is announced of a name to an organization; of several announcements, the one that has come further. */
  find(name: string, organization: string | undefined, nowMs: number): Deprecation | undefined {
    const announced = this.byName.get(name);
    if (!announced || this.isForeign(name, organization)) return undefined;
    let furthest: Deprecation | undefined;
    for (const one of announced) {
      if (!isVisible(one, { organization })) continue;
      if (!furthest || stageOf(one, nowMs) > stageOf(furthest, nowMs)) furthest = one;
    }
    return furthest;
  }

  /** What an organization's requests are not served any more; undefined: nothing. */
  retiredAt(organization: string | undefined, nowMs: number): Retired<M> | undefined {
    if (this.sunsets.length === 0) return undefined;
    if (this.hasMoved(nowMs)) {
      this.passed = this.sunsets.filter((moment) => moment <= nowMs).length;
      this.retired.clear();
    }
    if (this.passed === 0) return undefined;
    const key = organization ?? '';
    const known = this.retired.get(key) ?? this.retire(organization, nowMs);
    this.retired.set(key, known);
    return known;
  }

  /** Nobody is told of what only others can see. */
  private isForeign(name: string, organization: string | undefined): boolean {
    return this.catalog.has(name) && this.catalog.named(name, { organization }) === undefined;
  }

  private hasMoved(nowMs: number): boolean {
    const { passed, sunsets } = this;
    const since = sunsets[passed - 1] ?? -Infinity;
    return nowMs < since || nowMs >= (sunsets[passed] ?? Infinity);
  }

  private retire(organization: string | undefined, nowMs: number): Retired<M> {
    const names = new Map<string, Served<M> | undefined>();
    const models = new Map<RoutingModel, Served<M> | undefined>();
    for (const name of this.byName.keys()) {
      const gone = this.goneBy(name, organization, nowMs);
      if (!gone) continue;
      const instead = this.insteadOf(gone, organization, nowMs);
      names.set(name, instead);
      const served = this.catalog.named(name, { organization });
      if (served?.kind === 'model' && served.id === gone.model) models.set(served, instead);
    }
    this.retireHeirs(organization, { names, models });
    return { names, models };
  }

  /** What uses a model that has gone has gone with it, and the same stands in for it. */
  private retireHeirs(
    organization: string | undefined,
    {
      names,
      models,
    }: {
      names: Map<string, Served<M> | undefined>;
      models: Map<RoutingModel, Served<M> | undefined>;
    },
  ): void {
    for (const heir of this.catalog.heirs(organization)) {
      if (!heir.base || !models.has(heir.base)) continue;
      const instead = models.get(heir.base);
      models.set(heir, instead);
      for (const name of this.ownNames(heir)) if (!names.has(name)) names.set(name, instead);
    }
  }

  /** The names by which an organization's model is meant. */
  private ownNames(model: M): readonly string[] {
    return model.names.filter((name) => this.catalog.named(name, model) === model);
  }

  private goneBy(
    name: string,
    organization: string | undefined,
    nowMs: number,
  ): Deprecation | undefined {
    const deprecation = this.find(name, organization, nowMs);
    return isGone(deprecation, nowMs) ? deprecation : undefined;
  }

  /** What requests go to: the replacement, or that one's where it has gone too. Nothing where they lead in a circle. */
  private insteadOf(
    gone: Deprecation,
    organization: string | undefined,
    nowMs: number,
  ): Served<M> | undefined {
    const seen = new Set<Deprecation>();
    let last: Deprecation | undefined = gone;
    let name: string | undefined;
    while (last) {
      if (!last.autoReroute || last.replacement === undefined || seen.has(last)) return undefined;
      seen.add(last);
      name = last.replacement;
      last = this.goneBy(name, organization, nowMs);
    }
    return name === undefined ? undefined : this.catalog.named(name, { organization });
  }
}

/** An id goes with all its aliases, an alias alone. */
function namesOf({ model }: Deprecation, catalog: Catalog<RoutingModel>): readonly string[] {
  const served = catalog.everything(model).find(({ id }) => id === model);
  return served?.names ?? [model];
}

function stageOf({ deprecatedAt, sunsetAt }: Deprecation, nowMs: number): number {
  if (sunsetAt <= nowMs) return 2;
  return deprecatedAt <= nowMs ? 1 : 0;
}
