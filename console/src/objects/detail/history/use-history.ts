import { useList, useObject } from '../../../api/read/list.ts';
import { useCan } from '../../../api/runtime.tsx';
import type { Resource } from '../../../resources/resource-table.ts';
import type { HistoryEntry } from './history-texts.ts';

/** The audit log is not among the changes that the service tells: it is read again so often while it is shown, ms. */
const EVERY_MS = 5000;

/** Who changed an object, newest first: by the audit log, and for who may not read that by what the object's own writers are told. */
export function useHistory(resource: Resource, id: string, limit: number) {
  const readsLog = useCan('audit_logs:read');
  const log = useList<HistoryEntry>(
    '/api/v1/audit-logs',
    { resource_type: resource.type, resource_id: id, limit },
    { enabled: readsLog, refetchMs: EVERY_MS },
  );
  const own = useObject<readonly HistoryEntry[]>(resource.collection, id, {
    below: '/history',
    query: { limit },
    enabled: !readsLog,
  });
  const { error, refetch } = readsLog ? log : own;
  return { data: readsLog ? log.data?.items : own.data, error, refetch };
}
