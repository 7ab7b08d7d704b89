import { TOKEN_BUCKETS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { Column } from '../../database/column-arrays.ts';
import { storedTokens } from './stored-number.ts';

/** The columns of a row's token buckets. */
export const tokenColumns = <Row>(of: (row: Row) => TokenBuckets): Column<Row>[] =>
  TOKEN_BUCKETS.map((name) => ({
    name,
    type: 'bigint',
    of: (row) => storedTokens(of(row)[name]),
  }));
