import { parseTrigger, type Trigger } from '../../failover/trigger.ts';
import type { FailoverFragment } from '../../snapshot/sections/failovers.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { isVisible, type RoutingModel } from '../catalog/resolution.ts';

/** When one model serves in the place of another. */
export interface FailoverRule<M extends RoutingModel = RoutingModel> {
  /** metadata.name of the FailoverRule. */
  readonly id: string;
  readonly uid: string;
  /** Whose requests alone it moves; undefined: everyone's. */
  readonly organization: string | undefined;
  readonly source: M;
  /** Id of a model or alias of a group. Who serves by it is another question for each caller. */
  readonly target: string;
  readonly trigger: Trigger;
  /** The trigger as it was written. */
  readonly condition: string;
  readonly cooldownMs: number;
}

const MINUTE_MS = 60_000;

/** A rule of a fragment; undefined where no model of its source's name is served. Throws a TriggerError. */
export function toFailoverRule<M extends RoutingModel>(
  fragment: FailoverFragment,
  catalog: Catalog<M>,
): FailoverRule<M> | undefined {
  const { organization, sourceModel, targetModel, condition, cooldownMinutes } = fragment;
  const trigger = parseTrigger(condition);
  const source = catalog.named(sourceModel, { organization });
  if (source?.kind !== 'model') return undefined;
  return {
    id: fragment.source.name,
    uid: fragment.source.uid,
    organization,
    source,
    target: targetModel,
    trigger,
    condition,
    cooldownMs: cooldownMinutes * MINUTE_MS,
  };
}

/** All rules, by the model that may fail. A rule on one of the platform's models is one on each organization's that uses it. */
export class FailoverBook<M extends RoutingModel = RoutingModel> {
  /** The platform's before organizations'. */
  readonly rules: readonly FailoverRule<M>[];
  private readonly bySource = new Map<RoutingModel, FailoverRule<M>[]>();

  constructor(rules: readonly FailoverRule<M>[]) {
    const isPlatforms = ({ organization }: FailoverRule<M>) => organization === undefined;
    this.rules = [...rules.filter(isPlatforms), ...rules.filter((rule) => !isPlatforms(rule))];
    for (const rule of this.rules) {
      const known = this.bySource.get(rule.source);
      if (known) known.push(rule);
      else this.bySource.set(rule.source, [rule]);
    }
  }

  get isEmpty(): boolean {
    return this.rules.length === 0;
  }

  /** Whether some rule, of whomever, is about this model. */
  isSource(model: M): boolean {
    const { base } = model;
    return this.bySource.has(model) || (base !== undefined && this.bySource.has(base));
  }

  /** The rules on a model that move the requests of an organization. */
  of(model: M, organization: string | undefined): readonly FailoverRule<M>[] {
    const own = this.bySource.get(model);
    const inherited = model.base && this.bySource.get(model.base);
    if (!own && !inherited) return NO_RULES;
    return [...(inherited ?? []), ...(own ?? [])].filter((rule) =>
      isVisible(rule, { organization }),
    );
  }
}

const NO_RULES: readonly never[] = [];
