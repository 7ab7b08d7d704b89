import type { Api } from '../../api/api.ts';
import type { ListParams } from '../../api/read/list.ts';
import { saveFile } from '../../ui/save-file.ts';

export interface CsvRequest {
  readonly collection: string;
  readonly query: ListParams;
  /** Fields, in the order of the columns. */
  readonly columns: readonly string[];
  /** Without the ending. */
  readonly name: string;
}

export interface CsvProgress {
  readonly signal: AbortSignal;
  /** Is told how many bytes have come. */
  readonly onProgress: (bytes: number) => void;
}

/** Fetches all pages of a list as CSV, and has the browser save it. Rejects with an ApiProblem, or as the signal aborts. */
export async function downloadCsv(
  api: Pick<Api, 'request'>,
  wanted: CsvRequest,
  { signal, onProgress }: CsvProgress,
): Promise<void> {
  const { collection, query, columns, name } = wanted;
  const response = await api.request(collection, {
    query: { ...query, columns: columns.join(',') },
    headers: { Accept: 'text/csv' },
    signal,
  });
  await saveFile(response, `${name}.csv`, onProgress);
}
