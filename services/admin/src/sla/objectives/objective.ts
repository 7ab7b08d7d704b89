/** What can be promised, as events, violations and rules of failover call it. */
export const SLA_METRICS = [
  'p50_ms',
  'p95_ms',
  'p99_ms',
  'ttft_p95_ms',
  'error_rate',
  'availability',
] as const;
export type SlaMetric = (typeof SLA_METRICS)[number];

/** What is promised of some models of one provider: an SLADefinition, or the default of a Model. */
export interface Objective {
  readonly kind: 'SLADefinition' | 'Model';
  /** Of the object. */
  readonly uid: string;
  readonly name: string;
  /** Whose it is; undefined: the platform's. */
  readonly organization: string | undefined;
  /** metadata.uid of that Organization, as far as the operator has recorded it. */
  readonly organizationUid: string | undefined;
  readonly provider: string;
  /** Ids of the models that it is about, sorted: those that no longer pattern of the same owner takes. */
  readonly models: readonly string[];
  readonly windowMinutes: number;
  readonly targets: readonly Target[];
  /** EventSubscriptions that are told; none: all that match. */
  readonly alertChannels: readonly string[];
  /** The facts are those of everybody: its owner is told no counts of them. */
  readonly isShared: boolean;
  /** What began before is of another provider of that name; milliseconds since 1970. */
  readonly sinceMs: number;
  /** The same of single models, whose ids were perhaps another's before. */
  readonly modelsSinceMs: ReadonlyMap<string, number>;
}

export interface Target {
  readonly metric: SlaMetric;
  /** Milliseconds, or a share. */
  readonly value: number;
}

/** What violations and events call an objective: the default of a Model is no object of its own. */
export const slaIdOf = ({ kind, name }: Pick<Objective, 'kind' | 'name'>): string =>
  kind === 'Model' ? `default:${name}` : name;
