import type { Clock } from '@aicp/common/time/clock';
import { Circuit, type CircuitState } from './circuit.ts';
import { RetryBudget } from './retry-budget.ts';
import { RollingCounts } from './rolling-counts.ts';
import { RollingTimes, type Times } from './rolling-times.ts';

export interface HealthParts {
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
  /** Hears of circuits that open and close: of a provider’s, or of one of its credentials’. */
  readonly onChange?: ((of: CircuitOf, isOpen: boolean) => void) | undefined;
}

export interface CircuitOf {
  readonly provider: string;
  readonly credential?: string;
}

const circuitOf = (of: CircuitOf, { clock, random, onChange }: HealthParts): Circuit =>
  new Circuit({
    clock,
    random,
    onChange: (isOpen) => onChange?.(of, isOpen),
  });

/** What this replica has seen of a provider, with whatever credential. */
export class ProviderHealth {
  readonly name: string;
  /** Opens where connections, answers and streams fail. */
  readonly circuit: Circuit;
  readonly retries: RetryBudget;
  /** Attempts under way. */
  inFlight = 0;

  constructor(name: string, parts: HealthParts) {
    this.name = name;
    this.circuit = circuitOf({ provider: name }, parts);
    this.retries = new RetryBudget(parts.clock);
  }
}

/** The kinds of failures that are counted apart. */
export const FAILURE_KINDS = [
  'connection',
  'timeout',
  'fault',
  'busy',
  'server_error',
  'credential',
  'unexpected',
  'overloaded',
  'broken',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

const ATTEMPTS = FAILURE_KINDS.length;

/** What this replica has seen of a provider with one of its credentials in the last minute. */
export class TargetHealth {
  readonly provider: ProviderHealth;
  /** The credential's name. */
  readonly credential: string;
  /** Opens where the credential is refused, or has used up what it may. */
  readonly circuit: Circuit;
  inFlight = 0;
  lastFailure: FailureKind | undefined;
  private readonly clock: Clock;
  private readonly counts = new RollingCounts(FAILURE_KINDS.length + 1);
  private readonly answers = new RollingTimes();

  constructor(provider: ProviderHealth, credential: string, parts: HealthParts) {
    this.provider = provider;
    this.credential = credential;
    this.circuit = circuitOf({ provider: provider.name, credential }, parts);
    this.clock = parts.clock;
  }

  answered(ms: number): void {
    const now = this.clock.monotonic();
    this.counts.add(now, ATTEMPTS);
    this.answers.add(now, ms);
  }

  failed(kind: FailureKind): void {
    const now = this.clock.monotonic();
    this.counts.add(now, ATTEMPTS);
    this.counts.add(now, FAILURE_KINDS.indexOf(kind));
    this.lastFailure = kind;
  }

  get attempts(): number {
    return this.counts.sum(this.clock.monotonic(), ATTEMPTS);
  }

  failuresOf(kind: FailureKind): number {
    return this.counts.sum(this.clock.monotonic(), FAILURE_KINDS.indexOf(kind));
  }

  get failures(): number {
    return FAILURE_KINDS.reduce((sum, kind) => sum + this.failuresOf(kind), 0);
  }

  /** How long answers took. */
  get times(): Times {
    return this.answers.times(this.clock.monotonic());
  }

  /** Whether it may be asked, as far as the circuits go. */
  get isPassable(): boolean {
    return this.circuit.isPassable && this.provider.circuit.isPassable;
  }

  /** The less hopeful of its own circuit and its provider's. */
  get state(): CircuitState {
    const states = [this.circuit.state, this.provider.circuit.state];
    if (states.includes('open')) return 'open';
    return states.includes('half_open') ? 'half_open' : 'closed';
  }

  /** When it is asked next, in monotonic milliseconds; 0 while nothing keeps it from that. */
  get openUntil(): number {
    const circuits = [this.circuit, this.provider.circuit];
    return Math.max(0, ...circuits.map((one) => (one.state === 'closed' ? 0 : one.openUntil)));
  }
}
