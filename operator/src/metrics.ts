import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** How many objects of a kind are in force, or not. */
export interface ObjectCount {
  readonly kind: string;
  readonly ready: string;
  readonly number: number;
}

/** What people see of the operator from outside. */
export interface OperatorMetrics {
  readonly commits: Counter;
  readonly commitConflicts: Counter;
  readonly compileSeconds: Histogram;
  readonly acks: Counter<'service'>;
  readonly nacks: Counter<'service'>;
  readonly leader: Gauge;
  readonly epoch: Gauge;
  readonly revision: Gauge;
  readonly degraded: Gauge;
  /** Takes how objects are counted, which is done when somebody reads the metrics. */
  readonly countObjects: (count: () => readonly ObjectCount[]) => void;
  readonly crdProblems: Gauge;
}

/** The operator's metrics, in the process's registry. */
export function createOperatorMetrics(registry: Registry): OperatorMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const counter = (name: string, help: string): Counter => new Counter({ name, help, registers });
  const byService = (name: string, help: string): Counter<'service'> =>
    new Counter({ name, help, labelNames: ['service'], registers });
  let count: () => readonly ObjectCount[] = () => [];
  new Gauge({
    name: 'aicp_objects',
    help: 'Objects by kind, and whether they are accepted and in force; not_enforced where no service acts on them.',
    labelNames: ['kind', 'ready'],
    registers,
    collect() {
      this.reset();
      for (const { kind, ready, number } of count()) this.set({ kind, ready }, number);
    },
  });
  return {
    commits: counter('aicp_snapshot_commits_total', 'Revisions committed by this process.'),
    commitConflicts: counter(
      'aicp_snapshot_commit_conflicts_total',
      'Commits refused because somebody else had written the index.',
    ),
    compileSeconds: new Histogram({
      name: 'aicp_compile_seconds',
      help: 'Time to make a snapshot from all objects.',
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
      registers,
    }),
    acks: byService('aicp_snapshot_acks_total', 'Snapshots that replicas said they applied.'),
    nacks: byService(
      'aicp_snapshot_nacks_total',
      'Snapshots that replicas said they could not apply.',
    ),
    leader: gauge('aicp_operator_leader', '1 in the process that writes.'),
    epoch: gauge('aicp_snapshot_epoch', 'Epoch of the snapshot that is handed out.'),
    revision: gauge('aicp_snapshot_revision', 'Revision of the snapshot that is handed out.'),
    degraded: gauge(
      'aicp_snapshot_degraded',
      'Objects that could not be read and whose absence may leave something open.',
    ),
    countObjects: (counting) => {
      count = counting;
    },
    crdProblems: gauge('aicp_crd_problems', 'CRDs that are missing or too old to work with.'),
  };
}
