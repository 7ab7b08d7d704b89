import type { Changes } from '../objects/detail/history/history-texts.ts';

/** An entry of the audit log. */
export interface AuditEntry {
  readonly id: string;
  readonly seq: number;
  readonly timestamp: string;
  readonly organization_id: string | null;
  readonly user_id: string | null;
  readonly key_id: string | null;
  /** `create`, `update`, `delete`, `login`, `denied` and others. */
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string | null;
  readonly changes: Changes | null;
  readonly source: string;
  readonly ip: string | null;
  readonly request_id: string | null;
}
