import type { RuntimeModel, RuntimeProvider, RuntimeTarget } from '../../routing/runtime.ts';
import { targetByWeight } from '../../routing/target-by-weight.ts';

/** Whom an attempt asks: a model, and its provider by one of its credentials. */
export interface Choice {
  readonly model: RuntimeModel;
  readonly target: RuntimeTarget;
}

/** Why somebody is not asked. */
export interface PassedOver {
  readonly kind: 'unusable' | 'open' | 'full';
  readonly detail: string;
}

const FULL: PassedOver = {
  kind: 'full',
  detail: 'its provider has as many requests under way as it may',
};
const OPEN: PassedOver = { kind: 'open', detail: 'its provider failed of late, and is let alone' };

/**
 * The candidates of a request, in their order: each by a credential whose circuit lets it pass. Where none is left, the most hopeful of
 * those whose circuits are open is asked all the same, once.
 */
export class CandidateOrder {
  private readonly models: readonly RuntimeModel[];
  private readonly credential: string | undefined;
  private readonly random: () => number;
  private readonly onPassedOver: (model: RuntimeModel, why: PassedOver) => void;
  private index = -1;
  private lastResort: Choice | undefined;
  private failed: RuntimeProvider[] | undefined;
  private refused: RuntimeTarget[] | undefined;
  /** Whether somebody was passed over because of the limit of a provider. */
  private hasFull = false;

  constructor(options: {
    models: readonly RuntimeModel[];
    /** The only credential by which they may be asked; absent: any. */
    credential?: string | undefined;
    random: () => number;
    onPassedOver: (model: RuntimeModel, why: PassedOver) => void;
  }) {
    this.models = options.models;
    this.credential = options.credential;
    this.random = options.random;
    this.onPassedOver = options.onPassedOver;
  }

  get isFull(): boolean {
    return this.hasFull;
  }

  /** Who is asked next; undefined: nobody is left. */
  next(): Choice | undefined {
    const choice = this.following() ?? this.lastResort;
    if (!choice || choice === this.lastResort) this.lastResort = undefined;
    return choice;
  }

  /** Who is asked beside one that brings nothing: the next whose circuit lets it pass, or else the same once more. */
  beside(model: RuntimeModel): Choice | undefined {
    const next = this.following();
    const target = next ? undefined : this.again(model.provider);
    return target ? { model, target } : next;
  }

  private following(): Choice | undefined {
    for (this.index += 1; this.index < this.models.length; this.index += 1) {
      const model = this.models[this.index];
      const target = model && this.look(model);
      if (target) return { model, target };
    }
    return undefined;
  }

  /** A credential by which a provider can be asked again; undefined where there is none, or it has as many requests as it may. */
  again(provider: RuntimeProvider): RuntimeTarget | undefined {
    return isFull(provider) ? undefined : this.targetOf(provider);
  }

  /** Whether its provider may be asked now; else it is passed over. */
  hasRoom(model: RuntimeModel): boolean {
    if (!isFull(model.provider)) return true;
    this.hasFull = true;
    this.onPassedOver(model, FULL);
    return false;
  }

  /** The provider failed this request, with whatever credential. */
  providerFailed({ model }: Choice): void {
    (this.failed ??= []).push(model.provider);
  }

  /** The credential was refused. */
  credentialFailed({ target }: Choice): void {
    (this.refused ??= []).push(target);
  }

  /** Credentials that were refused may be asked again. */
  forgive(): void {
    this.refused = undefined;
  }

  private look(model: RuntimeModel): RuntimeTarget | undefined {
    const { provider } = model;
    const { unusable } = provider;
    if (unusable !== undefined) {
      this.onPassedOver(model, { kind: 'unusable', detail: unusable });
      return undefined;
    }
    if (!this.hasRoom(model)) return undefined;
    const target = this.targetOf(provider);
    if (!target) this.keepForLast(model);
    return target;
  }

  private keepForLast(model: RuntimeModel): void {
    this.onPassedOver(model, OPEN);
    if (this.failed?.includes(model.provider)) return;
    for (const target of model.provider.targets) {
      const best = this.lastResort?.target.health.openUntil ?? Infinity;
      if (this.isAllowed(target) && target.health.openUntil < best)
        this.lastResort = { model, target };
    }
  }

  /** One of the credentials whose circuits let it pass, and that were not refused. */
  private targetOf({ targets }: RuntimeProvider): RuntimeTarget | undefined {
    return targetByWeight(targets, (target) => this.mayAsk(target), this.random);
  }

  private mayAsk(target: RuntimeTarget): boolean {
    return target.health.isPassable && this.isAllowed(target);
  }

  private isAllowed(target: RuntimeTarget): boolean {
    const { credential, refused } = this;
    const isIt = credential === undefined || target.name === credential;
    return isIt && refused?.includes(target) !== true;
  }
}

const isFull = ({ concurrentLimit, targets }: RuntimeProvider): boolean =>
  (targets[0]?.health.provider.inFlight ?? 0) >= concurrentLimit;
