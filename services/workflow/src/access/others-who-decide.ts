import type { Known } from '../snapshot/workflow-snapshot.ts';
import { administers, mayBeNamed, organizationUidOf, type Caller, type Owned } from './caller.ts';
import { areOne, asKey, asPerson, keyNamed, type AsOne } from './counts-as-one.ts';

/** What the step of an execution is decided by. */
interface Asked {
  /** Who would decide. */
  readonly caller: Pick<Caller, 'role'>;
  readonly execution: Pick<Owned, 'organization_uid'> & { readonly organization: string };
  /** Whom the step names; null: administrators decide. */
  readonly approvers: readonly string[] | null;
  readonly known: Pick<Known, 'keys' | 'people'>;
}

/**
 * Whether somebody else than who started an execution could decide for its step: else nobody asks for four eyes. As where prompts are approved, administrators of an organization are not helped by those of
 * the platform, who may not know what it is about; and a key that is blocked counts, so that nobody becomes the only administrator by blocking the others for a moment.
 */
export function othersDecide(starter: AsOne, asked: Asked): boolean {
  const those = asked.approvers ? named(asked.approvers, asked) : administratorsOf(asked);
  for (const one of those) if (!areOne(starter, one)) return true;
  return false;
}

/** Those whom a step names. A name that is no key's is a person's, who need not be a member by name. */
function* named(approvers: readonly string[], asked: Asked): Generator<AsOne> {
  const { execution, known } = asked;
  const members = membersOf(asked);
  for (const name of approvers) {
    const key = keyNamed(name, known.keys);
    const organizationUid = key && organizationUidOf(key, known.people);
    const isKey = key && mayBeNamed({ role: key.role, organizationUid }, execution);
    if (isKey) yield asKey(key, known.keys);
    if (!isKey || members.some(({ user }) => user === name)) yield asPerson(name);
  }
}

/** The people and keys that decide as the one who asks does. */
function* administratorsOf(asked: Asked): Generator<AsOne> {
  const { caller, execution, known } = asked;
  for (const { role, user } of membersOf(asked)) if (role === 'org_admin') yield asPerson(user);
  for (const key of known.keys.all()) {
    const organizationUid = organizationUidOf(key, known.people);
    const counts =
      key.role === 'platform_admin'
        ? caller.role === key.role
        : administers({ role: key.role, organizationUid }, execution);
    if (counts) yield asKey(key, known.keys);
  }
}

function membersOf({ execution, known }: Asked) {
  const organization = known.people.organization(execution.organization);
  return organization?.source.uid === execution.organization_uid ? organization.members : [];
}
