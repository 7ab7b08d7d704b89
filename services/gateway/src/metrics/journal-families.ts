import { DISK_STATES, type DiskState } from '../usage/journal/options.ts';
import type { Journal } from '../usage/journal/journal.ts';
import type { Family } from './family.ts';

/** What the journal has to say to Prometheus. */
export function journalFamilies(journal: Journal): Family[] {
  const { counts } = journal;
  return [
    counter('intents_total', 'Requests written before they were sent.', () => counts.intents),
    counter('outcomes_total', 'Outcomes of requests written.', () => counts.outcomes),
    counter('writes_total', 'Writes, each for all requests of one turn.', () => counts.writes),
    counter('written_bytes_total', 'Bytes written.', () => counts.bytes),
    counter('write_failures_total', 'Writes that the disk refused.', () => counts.failures),
    counter('slow_writes_total', 'Writes that took 100 ms or more.', () => counts.slowWrites),
    counter(
      'sync_failures_total',
      'Syncs that failed; the lines were written again.',
      () => counts.syncFailures,
    ),
    counter(
      'removed_segments_total',
      'Segments that somebody removed while they were written; their lines were written again.',
      () => counts.removedSegments,
    ),
    counter(
      'dropped_lines_total',
      'Lines that no room was left for in memory.',
      () => counts.dropped,
    ),
    counter('replayed_total', 'Requests settled as unknown at the start.', () => counts.replayed),
    counter(
      'deleted_segments_total',
      'Segments deleted to make room.',
      () => counts.deletedSegments,
    ),
    counter(
      'lost_bytes_total',
      'Bytes of segments that were deleted with what could not be kept of them.',
      () => counts.lostBytes,
    ),
    gauge('bytes', 'Bytes on disk.', () => journal.size),
    gauge('backlog_bytes', 'Bytes in memory that wait for the disk.', () => journal.backlogBytes),
    gauge(
      'unsynced_bytes',
      'Bytes written that the machine may still lose.',
      () => journal.unsyncedBytes,
    ),
    stateFamily(() => journal.state),
    gauge('open_requests', 'Requests written that have no outcome yet.', () => journal.underWay),
  ];
}

const stateFamily = (current: () => DiskState): Family => ({
  name: 'aicp_journal_state',
  help: 'How the disk takes what is written: 1 for the state that it is in.',
  type: 'gauge',
  samples: () =>
    DISK_STATES.map((state) => ({ labels: { state }, value: state === current() ? 1 : 0 })),
});

const family = (
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: () => number,
): Family => ({
  name: `aicp_journal_${name}`,
  help,
  type,
  samples: () => [{ labels: {}, value: value() }],
});

const counter = (name: string, help: string, value: () => number): Family =>
  family('counter', name, help, value);

const gauge = (name: string, help: string, value: () => number): Family =>
  family('gauge', name, help, value);
