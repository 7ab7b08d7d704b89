import { hash } from 'node:crypto';
import { claimedName } from '@aicp/contracts/limits/rate-limits';

/** So many users of an organization have a count of their own on a day; those who come later share. */
const OWN_COUNTS = 4096;
const SHARED_COUNTS = 256;

/** Of an organization, on one day. */
interface Day {
  readonly starts: number;
  readonly users: Set<string>;
}

/** Names for the users that requests claim. Whoever claims a new one with each request makes a bounded number of counters. */
export class ClaimedUsers {
  private readonly days = new Map<string, Day>();

  /** What a user is counted as on the day that began at `dayStarts` (milliseconds since 1970). */
  nameOf(user: string, organization: string | undefined, dayStarts: number): string {
    const users = this.usersOf(organization ?? '', dayStarts);
    if (users.has(user)) return claimedName(user);
    if (users.size >= OWN_COUNTS) return sharedName(user);
    users.add(user);
    return claimedName(user);
  }

  private usersOf(organization: string, starts: number): Set<string> {
    const known = this.days.get(organization);
    if (known?.starts === starts) return known.users;
    for (const [other, day] of this.days) if (day.starts !== starts) this.days.delete(other);
    const users = new Set<string>();
    this.days.set(organization, { starts, users });
    return users;
  }
}

/** Of a count that many share. No user can claim to be one: `claimedName` begins otherwise. */
function sharedName(user: string): string {
  const digest = hash('sha256', user, 'buffer');
  return `of-many:${digest.readUInt16BE(0) % SHARED_COUNTS}`;
}
