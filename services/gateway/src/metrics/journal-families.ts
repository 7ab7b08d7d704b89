import type { Journal } from '../usage/journal/journal.ts';
import type { Family } from './exposition.ts';

/** What the journal has to say to Prometheus. */
export function journalFamilies(journal: Journal): Family[] {
  const { counts } = journal;
  return [
    counter('intents_total', 'Requests written before they were sent.', counts.intents),
    counter('outcomes_total', 'Outcomes of requests written.', counts.outcomes),
    counter('writes_total', 'Writes, each for all requests of one turn.', counts.writes),
    counter('written_bytes_total', 'Bytes written.', counts.bytes),
    counter('write_failures_total', 'Writes that the disk refused.', counts.failures),
    counter('replayed_total', 'Requests settled as unknown at the start.', counts.replayed),
    counter('deleted_segments_total', 'Segments deleted to make room.', counts.deletedSegments),
    gauge('bytes', 'Bytes on disk.', journal.size),
    gauge('open_requests', 'Requests written that have no outcome yet.', journal.underWay),
  ];
}

const family = (type: 'counter' | 'gauge', name: string, help: string, value: number): Family => ({
  name: `aicp_journal_${name}`,
  help,
  type,
  samples: [{ labels: {}, value }],
});

const counter = (name: string, help: string, value: number): Family =>
  family('counter', name, help, value);

const gauge = (name: string, help: string, value: number): Family =>
  family('gauge', name, help, value);
