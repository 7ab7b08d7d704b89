import { ModelHealth } from './model-health.ts';
import { ProviderHealth, TargetHealth, type HealthParts } from './target-health.ts';

interface Known {
  /** What requests are sent by; another one has to show anew what it is worth. */
  readonly client: object;
  readonly health: TargetHealth;
}

interface KnownProvider {
  readonly address: string | undefined;
  readonly health: ProviderHealth;
  readonly targets: Map<string, Known>;
}

interface Names {
  readonly providers: Map<string, KnownProvider>;
  readonly models: Map<string, ModelHealth>;
}

const nothing = (): Names => ({ providers: new Map(), models: new Map() });

/** No more of each are told of. */
const MOST_TOLD = 1000;

/** What a replica tells of its providers and models. */
export interface HealthSummary {
  /** RFC 3339. */
  readonly at: string;
  readonly providers: readonly {
    readonly provider: string;
    readonly credential: string;
    readonly circuit: 'closed' | 'open' | 'half_open';
    readonly attempts: number;
    readonly failures: number;
    /** The kind of the last failure. */
    readonly reason?: string;
    /** RFC 3339. */
    readonly openUntil?: string;
  }[];
  readonly models: readonly {
    readonly model: string;
    readonly attempts: number;
    readonly failures: number;
    readonly p95_ms?: number;
    readonly ttft_p95_ms?: number;
  }[];
}

/**
 * What this replica thinks of each provider, credential and model, by their names. It stays from snapshot to snapshot, but for a provider
 * whose address changed and a credential whose client did.
 */
export class HealthBook {
  private readonly parts: HealthParts;
  private known = nothing();
  private next = nothing();

  constructor(parts: HealthParts) {
    this.parts = parts;
  }

  /** Of a provider with one of its credentials, which is asked by that client at that address. */
  target(of: {
    provider: string;
    address: string | undefined;
    credential: string;
    client: object;
  }): TargetHealth {
    const provider = this.provider(of.provider, of.address);
    const there = this.known.providers.get(of.provider)?.targets.get(of.credential);
    const isSame = there?.client === of.client && there.health.provider === provider.health;
    const health = isSame
      ? there.health
      : new TargetHealth(provider.health, of.credential, this.parts);
    provider.targets.set(of.credential, { client: of.client, health });
    return health;
  }

  /** Of a model, by its metadata.name. What is seen of it is seen of the model whose upstream it uses as well, if it uses another's. */
  model(name: string, base?: string): ModelHealth {
    const begun = this.next.models.get(name) ?? this.known.models.get(name);
    const health = begun ?? new ModelHealth(this.parts.clock);
    this.next.models.set(name, health);
    health.base = base === undefined ? undefined : this.model(base);
    return health;
  }

  /** Of a model of the newest snapshot. */
  modelNamed(name: string): ModelHealth | undefined {
    return this.known.models.get(name);
  }

  /** Keeps what was asked for since the last time, and nothing else. */
  commit(): void {
    this.known = this.next;
    this.next = nothing();
  }

  /** Forgets what was asked for since the last commit. */
  rollback(): void {
    this.next = nothing();
  }

  /** What is known of all that was asked in the last minute, and of what is not asked now. */
  summary(): HealthSummary {
    return {
      at: new Date(this.parts.clock.now()).toISOString(),
      providers: this.targets()
        .filter(({ attempts, state }) => attempts > 0 || state !== 'closed')
        .slice(0, MOST_TOLD)
        .map((health) => this.summaryOf(health)),
      models: [...this.known.models]
        .filter(([, { attempts }]) => attempts > 0)
        .slice(0, MOST_TOLD)
        .map(([name, health]) => modelSummary(name, health)),
    };
  }

  /** All that requests are sent to. */
  targets(): TargetHealth[] {
    return [...this.known.providers.values()].flatMap(({ targets }) =>
      [...targets.values()].map(({ health }) => health),
    );
  }

  private provider(name: string, address: string | undefined): KnownProvider {
    const begun = this.next.providers.get(name);
    if (begun) return begun;
    const there = this.known.providers.get(name);
    const health =
      there?.address === address && there ? there.health : new ProviderHealth(name, this.parts);
    const provider = { address, health, targets: new Map<string, Known>() };
    this.next.providers.set(name, provider);
    return provider;
  }

  private summaryOf(health: TargetHealth): HealthSummary['providers'][number] {
    const { provider, credential, state: circuit, attempts, failures, lastFailure } = health;
    const { clock } = this.parts;
    const until = clock.now() + health.openUntil - clock.monotonic();
    return {
      provider: provider.name,
      credential,
      circuit,
      attempts,
      failures,
      ...(lastFailure === undefined ? {} : { reason: lastFailure }),
      ...(circuit === 'closed' ? {} : { openUntil: new Date(until).toISOString() }),
    };
  }
}

function modelSummary(model: string, health: ModelHealth): HealthSummary['models'][number] {
  const { attempts, failures, times, firstByteTimes } = health;
  return {
    model,
    attempts,
    failures,
    ...(times.p95Ms === undefined ? {} : { p95_ms: Math.round(times.p95Ms) }),
    ...(firstByteTimes.p95Ms === undefined
      ? {}
      : { ttft_p95_ms: Math.round(firstByteTimes.p95Ms) }),
  };
}
