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

/** A user whom a request names, and who is counted if it is taken. */
export interface Claim {
  readonly user: string;
  /** What is counted in place of the user's name. */
  readonly name: string;
  readonly organization: string | undefined;
  /** When the day began, ms since 1970. */
  readonly dayStarts: number;
}

/** Of a counter, as it is named where each user has one. */
const CLAIMED = /^claimed\/([^/]*)\/as:(.*):([^:]+)$/s;
const NOBODY: ReadonlySet<string> = new Set();

/**
 * Names for the users that requests claim. Whoever claims a new one with each request makes a bounded number of counters. A name is taken up by a
 * request that was taken and can be sent to somebody, and by no other: who is refused, or only asks, puts nobody out of a count.
 */
export class ClaimedUsers {
  private readonly days = new Map<string, Day>();

  /** What a user is counted as on the day that began at `dayStarts` (milliseconds since 1970). */
  nameOf(user: string, organization: string | undefined, dayStarts: number): string {
    const users = this.knownOf(organization, dayStarts);
    const isOwn = users.has(user) || users.size < OWN_COUNTS;
    return isOwn ? claimedName(user) : sharedName(user);
  }

  /** The same for a request that can be sent to nobody: it makes no count of its own, as even one that is given back stays until its window ends. */
  knownNameOf(user: string, organization: string | undefined, dayStarts: number): string {
    const isOwn = this.knownOf(organization, dayStarts).has(user);
    return isOwn ? claimedName(user) : sharedName(user);
  }

  /** A request of that user was taken. Those that were under way when the last count of its own was given have one, too. */
  keep({ user, name, organization, dayStarts }: Claim): void {
    if (name === claimedName(user)) this.usersOf(organization ?? '', dayStarts).add(user);
  }

  /** The counter that a request uses of which somebody knows the user alone. Others are answered as they are. */
  counterOf(counter: string, dayStarts: number): string {
    const [, organization = '', user = '', measure = ''] = CLAIMED.exec(counter) ?? [];
    if (measure === '') return counter;
    return `claimed/${organization}/${this.nameOf(user, organization, dayStarts)}:${measure}`;
  }

  private knownOf(organization: string | undefined, dayStarts: number): ReadonlySet<string> {
    const day = this.days.get(organization ?? '');
    return day?.starts === dayStarts ? day.users : NOBODY;
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
