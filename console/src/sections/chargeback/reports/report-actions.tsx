import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { objectPath } from '../../../api/read/list.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import { useKeptSearch } from '../../../address/use-go.ts';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { PERIOD_RUNS_ID } from './period-runs.tsx';
import { isWhole, REPORTS, type Report } from './report.ts';

interface ReportProps {
  readonly report: Report;
}

/** What can be done with a report: finalize, export, delete. */
export function ReportActions({ report }: ReportProps) {
  const canWrite = useCan('chargeback:write');
  if (!canWrite) return null;
  return (
    <>
      <ReportExport report={report} />
      {report.status === 'draft' && (
        <>
          <DeleteButton report={report} />
          <FinalizeButton report={report} />
        </>
      )}
    </>
  );
}

const FORMATS = [
  { format: 'csv', label: 'CSV, for a spreadsheet' },
  { format: 'json', label: 'JSON' },
  { format: 'sap', label: 'SAP' },
  { format: 'focus', label: 'FOCUS' },
] as const;

function ReportExport({ report: { id, name } }: ReportProps) {
  const api = useApi();
  const act = useAction(REPORTS);
  const save = (format: string) =>
    act(async () => {
      const path = `${objectPath(REPORTS, id)}/export`;
      await saveFile(await api.request(path, { query: { format } }), `${name}.${format}`);
    }, 'The report is saved as a file.');
  return <ExportMenu formats={FORMATS} onExport={save} />;
}

function FinalizeButton({ report }: ReportProps) {
  const { id, name } = report;
  const isReady = isWhole(report);
  const api = useApi();
  const act = useAction(REPORTS);
  const confirm = useConfirm();
  const finalize = async () => {
    const isSure = await confirm({
      title: 'Finalize this report?',
      text: `From then on nothing changes "${name}" any more, and it cannot be deleted.`,
      action: 'Finalize',
    });
    if (!isSure) return;
    await act(
      () => api.json(`${objectPath(REPORTS, id)}/finalize`, { method: 'POST' }),
      'The report is final.',
    );
  };
  return (
    <Button
      size="xs"
      disabled={!isReady}
      aria-describedby={isReady ? undefined : PERIOD_RUNS_ID}
      onClick={() => void finalize()}
    >
      Finalize
    </Button>
  );
}

function DeleteButton({ report: { id, name } }: ReportProps) {
  const api = useApi();
  const act = useAction(REPORTS);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const search = useKeptSearch();
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete this draft?',
      text: `"${name}" is deleted. A new draft of the same period can be made.`,
      action: 'Delete',
      isDangerous: true,
    });
    if (!isSure) return;
    const isDone = await act(
      () => api.request(objectPath(REPORTS, id), { method: 'DELETE' }),
      'The draft is deleted.',
    );
    if (isDone) await navigate({ to: '/chargeback', search } as never);
  };
  return (
    <Button size="xs" variant="default" color="red" onClick={() => void remove()}>
      Delete
    </Button>
  );
}
