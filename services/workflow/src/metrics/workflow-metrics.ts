import { Counter, Gauge, Histogram, type Registry } from '@aicp/common/metrics/registry';
import { OPEN_STATUSES } from '@aicp/contracts/workflows/execution-status';
import type { StepType } from '@aicp/contracts/workflows/steps/step-types';
import type { StepEnd } from '../store/step-store.ts';

/** Executions take milliseconds where they only reckon, and days where people decide, seconds. */
const EXECUTION_SECONDS = [0.1, 1, 5, 30, 120, 600, 3_600, 21_600, 86_400, 604_800];
const STEP_SECONDS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 3_600, 86_400];

/** Those without labels. */
function plainOf(registers: Registry[]) {
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  return {
    started: counter('aicp_workflow_started_total', 'Executions that were written down.'),
    refused: counter(
      'aicp_workflow_refused_total',
      'Executions that were not, since as many were open as may be.',
    ),
    takenOver: counter(
      'aicp_workflow_taken_over_total',
      'Executions that this replica took from ones that were gone.',
    ),
    lost: counter(
      'aicp_workflow_lost_total',
      'Executions that others took from this replica while it stood still.',
    ),
    deleted: counter(
      'aicp_workflow_deleted_total',
      'Executions that were deleted after their time.',
    ),
    oldestPending: gauge(
      'aicp_workflow_oldest_pending_seconds',
      'How long the oldest execution has waited to begin, of all replicas; 0: none does.',
    ),
  };
}

/** Those with labels, whose values are few. */
const labelledOf = (registers: Registry[]) => ({
  open: new Gauge({
    name: 'aicp_workflow_open_executions',
    help: 'Executions that have not ended, of all replicas.',
    labelNames: ['status'] as const,
    registers,
  }),
  ended: new Counter({
    name: 'aicp_workflow_ended_total',
    help: 'Executions that this replica brought to an end.',
    labelNames: ['status'] as const,
    registers,
  }),
  seconds: new Histogram({
    name: 'aicp_workflow_execution_seconds',
    help: 'How long executions took, from when they were written down.',
    labelNames: ['status'] as const,
    buckets: EXECUTION_SECONDS,
    registers,
  }),
  steps: new Counter({
    name: 'aicp_workflow_steps_total',
    help: 'Steps that ended.',
    labelNames: ['type', 'status'] as const,
    registers,
  }),
  stepSeconds: new Histogram({
    name: 'aicp_workflow_step_seconds',
    help: 'How long steps took, tries and waits included.',
    labelNames: ['type'] as const,
    buckets: STEP_SECONDS,
    registers,
  }),
});

/** What the engine says of itself to Prometheus. No label names a template, an organization or a caller: there may be any number of them. */
export class WorkflowMetrics {
  private readonly plain: ReturnType<typeof plainOf>;
  private readonly labelled: ReturnType<typeof labelledOf>;

  constructor(registry: Registry) {
    this.plain = plainOf([registry]);
    this.labelled = labelledOf([registry]);
  }

  startedOne(): void {
    this.plain.started.inc();
  }

  refusedOne(): void {
    this.plain.refused.inc();
  }

  /** An execution ended here, so many seconds after its start. */
  endedOne(status: 'completed' | 'failed', seconds: number): void {
    this.labelled.ended.inc({ status });
    this.labelled.seconds.observe({ status }, seconds);
  }

  cancelledSome(count: number): void {
    this.labelled.ended.inc({ status: 'cancelled' }, count);
  }

  /** A step ended, so many seconds after its begin. */
  stepEnded(type: StepType, status: StepEnd['status'], seconds: number): void {
    this.labelled.steps.inc({ type, status });
    this.labelled.stepSeconds.observe({ type }, seconds);
  }

  tookOver(count: number): void {
    this.plain.takenOver.inc(count);
  }

  lostOne(): void {
    this.plain.lost.inc();
  }

  deletedSome(count: number): void {
    this.plain.deleted.inc(count);
  }

  /** How things stand in the database. */
  stands(now: {
    readonly open: ReadonlyMap<string, number>;
    readonly oldestPendingSeconds: number;
  }): void {
    for (const status of OPEN_STATUSES)
      this.labelled.open.set({ status }, now.open.get(status) ?? 0);
    this.plain.oldestPending.set(now.oldestPendingSeconds);
  }
}
