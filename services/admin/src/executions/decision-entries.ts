import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { entryOwner, type AuditDraft } from '@aicp/api-kit/audit/audit-entry';
import type { AuditTables } from '@aicp/api-kit/audit/audit-tables';
import type { Clock } from '@aicp/common/time/clock';
import type { DeedRecord } from '@aicp/contracts/workflows/decision-record';

/** Which decisions and other deeds of the workflow engine stand in the audit log. */
export interface DecisionTables extends AuditTables {
  readonly taken_decisions: { readonly id: string; readonly taken_at: Date };
}

/** The engine tells of none again that was taken so long ago. */
const FORGET_MS = 14 * 86_400_000;

/** Writes the entry of each decision, and of each other deed, once, whoever tells of it, and however often. Rejects with DatabaseUnavailable where none is written. */
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

  /** An entry, of the deed of an id. */
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

/** The entry of a deed, as the engine tells of it. */
export const draftOfDeed = (deed: DeedRecord): AuditDraft => ({
  ...entryOwner(deed.organization, deed.organizationUid),
  ...{ user_id: deed.user, key_id: deed.key },
  ...{ action: deed.action, resource_type: 'workflow_execution', resource_id: deed.execution },
  changes: { before: null, after: aboutOf(deed) },
  ...{ source: 'api', ip: deed.ip, request_id: deed.requestId },
});

function aboutOf(deed: DeedRecord): Record<string, unknown> {
  if (deed.action !== 'signal') return { template: deed.template, done_at: deed.at };
  const { step, approved, comment, at } = deed;
  return { step, approved, comment, decided_at: at };
}
