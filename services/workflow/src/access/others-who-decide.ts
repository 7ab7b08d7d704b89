import type { Known } from '../snapshot/workflow-snapshot.ts';
import { administers, type Caller, type Owned } from './caller.ts';

/** What the step of an execution is decided by. */
interface Asked {
  readonly execution: Pick<Owned, 'organization'>;
  /** Whom the step names; null: administrators decide. */
  readonly approvers: readonly string[] | null;
  readonly known: Pick<Known, 'keys' | 'people'>;
}

/**
 * Whether somebody else than a caller could decide for a step: else nobody asks for four eyes. As where prompts are approved, administrators of an organization are not helped by those of the platform, who
 * may not know what it is about; keys of one person are that person; and a key that is blocked counts, so that nobody becomes the only administrator by blocking the others for a moment.
 */
export function othersDecide(caller: Caller, { execution, approvers, known }: Asked): boolean {
  const names = approvers ?? administratorsOf(caller, execution, known);
  for (const name of names) if (name !== caller.name) return true;
  return false;
}

/** Names of the people and keys that decide as this caller does. */
function* administratorsOf(
  { role }: Caller,
  execution: Asked['execution'],
  { keys, people }: Asked['known'],
): Generator<string> {
  const members = people.organization(execution.organization)?.members ?? [];
  for (const member of members) if (member.role === 'org_admin') yield member.user;
  for (const key of keys.all()) {
    const counts = key.role === 'platform_admin' ? role === key.role : administers(key, execution);
    if (counts) yield key.user ?? key.id;
  }
}
