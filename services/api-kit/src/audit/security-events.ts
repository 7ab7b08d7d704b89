import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import type { SecurityEvent, SecurityListener } from '../access/security-event.ts';
import { type AuditDraft, entryOwner, type EntryOwner } from './audit-entry.ts';
import type { AuditChain } from './audit-chain.ts';

/** Events that may wait for the database; more are counted and not kept, so that a flood of them fills no memory. */
const MAX_WAITING = 1_000;
/** Entries of one transaction. */
const BATCH = 100;

/** Makes entries of who came in, left, or was turned away. Nobody waits for them, and they wait for a database that is away. */
export class SecurityEventLog {
  private readonly chain: Pick<AuditChain, 'record'>;
  private readonly log: Logger;
  private waiting: AuditDraft[] = [];
  private lost = 0;
  private writing: Promise<void> | undefined;

  constructor(options: { chain: Pick<AuditChain, 'record'>; log: Logger }) {
    this.chain = options.chain;
    this.log = options.log;
  }

  readonly listen: SecurityListener = (event) => {
    if (this.waiting.length >= MAX_WAITING) this.lost += 1;
    else this.waiting.push(draftOf(event));
    void this.flush();
  };

  /** Resolves when what was heard so far is written, or can't be now. */
  flush(): Promise<void> {
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async write(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        const batch = this.waiting.slice(0, BATCH);
        await this.chain.record(batch);
        this.waiting.splice(0, batch.length);
      }
      if (this.lost > 0) this.log.warn({ lost: this.lost }, 'audit_entries_lost');
      this.lost = 0;
    } catch (error) {
      const { length: waiting } = this.waiting;
      this.log.info({ waiting, reason: describeError(error) }, 'audit_entries_deferred');
    }
  }
}

function draftOf(event: SecurityEvent): AuditDraft {
  const { type, principal, source, ip, requestId, keyName = principal?.keyName } = event;
  const user = principal?.subject ?? null;
  return {
    ...ownerOf(event),
    user_id: user,
    key_id: keyName ?? null,
    action: type,
    resource_type: 'session',
    resource_id: keyName ?? user,
    changes: changesOf(event),
    source,
    ip: ip ?? null,
    request_id: requestId,
  };
}

const changesOf = ({ reason, method, path }: SecurityEvent): AuditDraft['changes'] =>
  reason === undefined ? null : { before: null, after: { reason, method, path } };

const ownerOf = ({ principal, organizationId, organizationUid }: SecurityEvent): EntryOwner =>
  principal
    ? entryOwner(principal.organizationId, principal.organizationUid)
    : entryOwner(organizationId, organizationUid);
