import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { entryOwner, type AuditDraft } from '@aicp/api-kit/audit/audit-entry';
import type { AuditTables } from '@aicp/api-kit/audit/audit-tables';
import type { Clock } from '@aicp/common/time/clock';
import type { DecisionRecord } from '@aicp/contracts/workflows/decision-record';

/** Which decisions of the workflow engine stand in the audit log. */
export interface DecisionTables extends AuditTables {
  readonly taken_decisions: { readonly id: string; readonly taken_at: Date };
}

/** The engine tells of none again that was taken so long ago. */
const FORGET_MS = 14 * 86_400_000;

/** Writes the entry of each decision once, whoever tells of it, and however often. Rejects with DatabaseUnavailable where none is written. */
export class DecisionEntries {
  private readonly chain: Pick<AuditChain<DecisionTables>, 'write'>;
  private readonly clock: Pick<Clock, 'now'>;

  constructor(options: {
    readonly chain: Pick<AuditChain<DecisionTables>, 'write'>;
    readonly clock: Pick<Clock, 'now'>;
  }) {
    this.chain = options.chain;
    this.clock = options.clock;
  }

  /** An entry, of the decision of an id. */
  async write(
    entries: readonly { readonly id: string; readonly draft: AuditDraft }[],
  ): Promise<void> {
    if (entries.length === 0) return;
    const nowMs = this.clock.now();
    await this.chain.write(async ({ tx, append }) => {
      const news: AuditDraft[] = [];
      for (const { id, draft } of entries) {
        const { numInsertedOrUpdatedRows: inserted } = await tx
          .insertInto('taken_decisions')
          .values({ id, taken_at: new Date(nowMs) })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if ((inserted ?? 0n) > 0n) news.push(draft);
      }
      await append(news);
      await tx
        .deleteFrom('taken_decisions')
        .where('taken_at', '<', new Date(nowMs - FORGET_MS))
        .execute();
    });
  }
}

/** The entry of a decision, as the engine tells of it. */
export const draftOfDecision = (decision: DecisionRecord): AuditDraft => {
  const { at, approved, comment, step } = decision;
  return {
    ...entryOwner(decision.organization, decision.organizationUid),
    ...{ user_id: decision.user, key_id: decision.key },
    ...{ action: 'signal', resource_type: 'workflow_execution', resource_id: decision.execution },
    changes: { before: null, after: { step, approved, comment, decided_at: at } },
    ...{ source: 'api', ip: decision.ip, request_id: decision.requestId },
  };
};
