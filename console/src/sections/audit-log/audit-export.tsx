import { useAction } from '../../ui/action/use-action.ts';
import { useApi } from '../../api/runtime.tsx';
import { useSearchParams } from '../../address/search-params.ts';
import { useTimeRange } from '../../shell/time-range/use-time-range.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** By what the list is narrowed. */
const FILTERS = ['resource_type', 'resource_id', 'action', 'user_id'] as const;

const FORMATS = [
  { format: 'csv', label: 'CSV, for a spreadsheet' },
  { format: 'json', label: 'JSON, one list' },
  { format: 'jsonl', label: 'JSON, one entry a line' },
] as const;

/** Saves all entries that the filters and the time range leave, as a file. */
export function AuditExport() {
  const api = useApi();
  const act = useAction('/api/v1/audit-logs');
  const params = useSearchParams();
  const { since, until } = useTimeRange();
  const save = (format: string) =>
    act(async () => {
      const filters = Object.fromEntries(FILTERS.map((name) => [name, params[name]]));
      const query = { ...filters, since, until, format };
      await saveFile(
        await api.request('/api/v1/audit-logs/export', { query }),
        `audit-log.${format}`,
      );
    }, 'The audit log is saved as a file.');
  return <ExportMenu formats={FORMATS} onExport={save} />;
}
