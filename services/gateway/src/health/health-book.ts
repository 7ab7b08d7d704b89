import {
  MOST_REPORTED,
  type HealthReport,
  type ModelReport,
  type TargetReport,
} from '@aicp/contracts/poll/health-report';
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

/** What nobody has asked for so long since it might be asked again is not told of any more, ms. */
const FORGOTTEN_MS = 600_000;

/**
 * What this replica thinks of each provider, credential and model, by their names. It stays from snapshot to snapshot, but for a provider
 * whose address changed, a credential whose client did, and a model that is another one or at another upstream.
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

  /**
   * Of a model, by its metadata.name; one whose `identity` is another than it was begins anew. What is seen of it is seen of the model `base` as well,
   * whose upstream it uses, if it uses another's: that one is to be asked for first.
   */
  model(name: string, of: { identity?: string; base?: string | undefined } = {}): ModelHealth {
    const { identity = name, base } = of;
    const there = this.next.models.get(name) ?? this.known.models.get(name);
    const health =
      there?.identity === identity ? there : new ModelHealth(this.parts.clock, identity);
    this.next.models.set(name, health);
    health.base = base === undefined ? undefined : this.next.models.get(base);
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
  summary(): HealthReport {
    const earliest = this.parts.clock.monotonic() - FORGOTTEN_MS;
    const targets = this.targets().filter(
      ({ attempts, state, openUntil }) =>
        attempts > 0 || (state !== 'closed' && openUntil > earliest),
    );
    // Where there are too many, those that are let alone are told of.
    targets.sort((a, b) => Number(a.state === 'closed') - Number(b.state === 'closed'));
    return {
      at: new Date(this.parts.clock.now()).toISOString(),
      providers: targets.slice(0, MOST_REPORTED.providers).map((health) => this.summaryOf(health)),
      models: [...this.known.models]
        .filter(([, { attempts }]) => attempts > 0)
        .slice(0, MOST_REPORTED.models)
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

  private summaryOf(health: TargetHealth): TargetReport {
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

function modelSummary(model: string, health: ModelHealth): ModelReport {
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
