import type { DeprecationFragment } from '../../snapshot/sections/catalog.ts';
import type { Catalog } from './catalog.ts';
import { isVisible, type RoutingModel, type Resolution } from './resolution.ts';
import type { Retired } from './entitlement.ts';

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

/** All announced ends, by the name that was announced: an id goes with all its aliases, an alias alone. */
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
      const { model } = deprecation;
      this.byName.set(model, [...(this.byName.get(model) ?? []), deprecation]);
    }
    const moments = deprecations.map(({ sunsetAt }) => sunsetAt).filter(Number.isFinite);
    this.sunsets = [...new Set(moments)].sort((a, b) => a - b);
  }

  /** What is announced of a name to an organization; of several announcements, the one that has come further. */
  find(name: string, organization: string | undefined, nowMs: number): Deprecation | undefined {
    if (this.byName.size === 0 || this.isForeign(name, organization)) return undefined;
    const announced = this.announcedOf(name, organization);
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

  /** What is announced of a name itself, of the id of what it stands for, and of the model that this one uses. */
  private announcedOf(name: string, organization: string | undefined): readonly Deprecation[] {
    const resolution = this.catalog.named(name, { organization });
    const base = resolution?.kind === 'model' ? resolution.base : undefined;
    const names = new Set([name, resolution?.id ?? name, base?.id ?? name]);
    if (names.size === 1) return this.byName.get(name) ?? NOTHING;
    return [...names].flatMap((one) => this.byName.get(one) ?? NOTHING);
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
    const names = new Map<string, Resolution<M> | undefined>();
    const models = new Map<RoutingModel, Resolution<M> | undefined>();
    for (const name of this.announcedNames(organization)) {
      const gone = this.goneBy(name, organization, nowMs);
      if (!gone) continue;
      const instead = this.insteadOf(gone, organization, nowMs);
      names.set(name, instead);
      const resolution = this.catalog.named(name, { organization });
      if (resolution?.kind === 'model' && isAbout(gone, resolution))
        models.set(resolution, instead);
    }
    return { names, models };
  }

  /** The names of which something is announced, to an organization. */
  private announcedNames(organization: string | undefined): ReadonlySet<string> {
    const names = [...this.byName.keys()].flatMap((name) => {
      const resolution = this.catalog.named(name, { organization });
      return resolution?.id === name ? resolution.names : [name];
    });
    const heirs = this.catalog.heirs(organization);
    return new Set([...names, ...heirs.flatMap((heir) => heir.names)]);
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
  ): Resolution<M> | undefined {
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

/** Whether the end is that of a whole model, or of the one that it uses, and not of an alias alone. */
const isAbout = ({ model }: Deprecation, { id, base }: RoutingModel): boolean =>
  model === id || model === base?.id;

const NOTHING: readonly Deprecation[] = [];

function stageOf({ deprecatedAt, sunsetAt }: Deprecation, nowMs: number): number {
  if (sunsetAt <= nowMs) return 2;
  return deprecatedAt <= nowMs ? 1 : 0;
}
