import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { GuardrailStage } from '@aicp/contracts/guardrails/verdict';
import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';

/** Requests that a guardrail blocked since somebody was told of it last. */
export interface UntoldBlocks {
  /** '' stands for none. */
  readonly organization: string;
  readonly guardrail: string;
  readonly requests: number;
  /** When the first and the last of them came, milliseconds since 1970. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** What it found that blocks, the most frequent first. */
  readonly parts: readonly BlockedPart[];
}

/** What was found at one stage. */
interface BlockedPart {
  readonly stage: GuardrailStage;
  /** '' where it blocked and named nothing that it found. */
  readonly label: string;
  readonly requests: number;
  readonly findings: number;
}

/** So many guardrails are told of in one turn. */
const AT_ONCE = 200;

/**
 * Tells of what guardrails blocked, each guardrail and organization at most once in `everyMs`, whichever replica does it: the counts that `tell` is given are those since the last
 * time, and are gone with the transaction in which it tells. Forgets those of which there was nothing to tell for `everyMs`.
 */
export async function tellBlocks(
  database: Pick<LedgerDatabase, 'kysely'>,
  { nowMs, everyMs }: { readonly nowMs: number; readonly everyMs: number },
  tell: (tx: Transaction<LedgerTables>, blocks: UntoldBlocks) => Promise<void>,
): Promise<number> {
  const { kysely } = database;
  const told = new Date(nowMs - everyMs);
  const due = await kysely
    .selectFrom('guardrail_block')
    .select('fact')
    .whereRef('fact', '=', 'head')
    .where('requests', '>', '0')
    .where((row) => row.or([row('told_at', 'is', null), row('told_at', '<=', told)]))
    .limit(AT_ONCE)
    .execute();
  let count = 0;
  for (const { fact } of due) {
    const isTold = await kysely.transaction().execute(async (tx) => {
      const blocks = await take(tx, fact, { told, nowMs });
      if (blocks) await tell(tx, blocks);
      return blocks !== undefined;
    });
    if (isTold) count += 1;
  }
  await kysely
    .deleteFrom('guardrail_block')
    .whereRef('fact', '=', 'head')
    .where('requests', '=', '0')
    .where('told_at', '<=', told)
    .execute();
  return count;
}

/** What is untold of one head, which is none any more then; undefined where another replica was quicker. */
async function take(
  tx: Transaction<LedgerTables>,
  fact: string,
  { told, nowMs }: { readonly told: Date; readonly nowMs: number },
): Promise<UntoldBlocks | undefined> {
  const head = await tx
    .selectFrom('guardrail_block')
    .selectAll()
    .where('fact', '=', fact)
    .where('requests', '>', '0')
    .where((row) => row.or([row('told_at', 'is', null), row('told_at', '<=', told)]))
    .forUpdate()
    .executeTakeFirst();
  if (!head) return undefined;
  const parts = await tx
    .deleteFrom('guardrail_block')
    .where('head', '=', fact)
    .where('fact', '<>', fact)
    .returningAll()
    .execute();
  await tx
    .updateTable('guardrail_block')
    .set({
      requests: '0',
      findings: '0',
      told_at: sql`${new Date(nowMs).toISOString()}::timestamptz`,
    })
    .where('fact', '=', fact)
    .execute();
  return {
    organization: head.organization,
    guardrail: head.guardrail,
    requests: Number(head.requests),
    firstMs: head.first_at.getTime(),
    lastMs: head.last_at.getTime(),
    parts: parts.map(partOf).sort(inOrder),
  };
}

const partOf = (row: {
  readonly stage: string;
  readonly label: string;
  readonly requests: string;
  readonly findings: string;
}): BlockedPart => ({
  stage: row.stage === 'output' ? 'output' : 'input',
  label: row.label,
  requests: Number(row.requests),
  findings: Number(row.findings),
});

const inOrder = (a: BlockedPart, b: BlockedPart): number =>
  b.requests - a.requests || (`${a.stage}/${a.label}` < `${b.stage}/${b.label}` ? -1 : 1);
