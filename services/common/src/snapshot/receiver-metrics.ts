import { Counter, Gauge, type Registry } from 'prom-client';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';

export type SnapshotOrigin = 'operator' | 'boot' | 'disk';

/** What people see from outside of the snapshots that a service receives. */
export function createReceiverMetrics(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const counter = (name: string, help: string) =>
    new Counter({ name, help, registers: [registry] });
  const epoch = gauge('aicp_config_epoch', 'Epoch of the snapshot in use.');
  const revision = gauge('aicp_config_revision', 'Revision of the snapshot in use.');
  const appliedAt = gauge('aicp_config_applied_timestamp_seconds', 'When it was applied.');
  const degraded = gauge('aicp_config_degraded', 'Objects whose absence may leave something open.');
  const from = gauge('aicp_config_source', 'Where it came from: 1 on that label.', ['source']);
  return {
    rejected: counter('aicp_snapshot_rejected_total', 'Snapshots that could not be applied.'),
    pollErrors: counter(
      'aicp_snapshot_poll_errors_total',
      'Polls that the operator did not answer.',
    ),
    applied(snapshot: StoredSnapshot, origin: SnapshotOrigin, nowMs: number): void {
      epoch.set(snapshot.manifest.epoch);
      revision.set(snapshot.manifest.revision);
      appliedAt.set(nowMs / 1000);
      degraded.set(snapshot.degraded.length);
      for (const label of ['operator', 'boot', 'disk'])
        from.set({ source: label }, label === origin ? 1 : 0);
    },
  };
}
