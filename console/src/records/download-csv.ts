import type { Api } from '../api/api.ts';
import type { ListParams } from '../api/list.ts';

export interface CsvRequest {
  readonly collection: string;
  readonly query: ListParams;
  /** Fields, in the order of the columns. */
  readonly columns: readonly string[];
  /** Without the ending. */
  readonly name: string;
}

/** Fetches all pages of a list as CSV, and has the browser save it. Rejects with an ApiProblem. */
export async function downloadCsv(api: Pick<Api, 'request'>, wanted: CsvRequest): Promise<void> {
  const { collection, query, columns, name } = wanted;
  const response = await api.request(collection, {
    query: { ...query, columns: columns.join(',') },
    headers: { Accept: 'text/csv' },
  });
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
