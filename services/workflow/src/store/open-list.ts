import { OPEN_STATUSES } from '@aicp/contracts/workflows/execution-status';
import { sql } from 'kysely';

/** How executions stand that go on, for an `in (…)` of SQL: as texts and no parameters, so that the index over them is used. */
export const OPEN_LIST = sql.join(OPEN_STATUSES.map((status) => sql.lit(status)));
