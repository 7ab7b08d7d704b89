import type { OpenedHeld } from '../../held/held-ids.ts';
import type { LeftBy } from '../../pipeline/exchange/backgrounds.ts';
import type { LeftResponse } from './left-response.ts';

/** A response or a batch that has no outcome yet. */
export interface Run extends LeftResponse {
  /** Who corrects what it holds; undefined until that is taken over from the process that sent it. */
  by: LeftBy | undefined;
  /** Monotonic milliseconds. */
  nextAt: number;
  waitMs: number;
  /** Whether its provider is asked for it at this moment. */
  isAsked: boolean;
  /** Whether its provider did not have it when it was asked last. */
  isMissed: boolean;
  /** For how long files of its results were read that broke. */
  brokenMs: number;
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** So many are asked for at once in one lane. */
const AT_ONCE = 4;
/** So many run at a time, and so many of one organization: the journal repeats each of them in every segment. */
const MOST_RUNS = 10_000;
const MOST_OF_ONE = 1_000;

/** Who sent a request: an organization, or a key that is of none. */
type Sender = { readonly organization: string | undefined; readonly key: string | undefined };

/** All responses and batches that have no outcome yet. */
export class Runs {
  private readonly runs = new Map<string, Run>();
  private readonly bySender = new Map<string, number>();

  get size(): number {
    return this.runs.size;
  }

  add(left: LeftResponse, by: LeftBy | undefined, now: number): void {
    const nextAt = now + (by ? FIRST_WAIT_MS : 0);
    const run = {
      ...{ ...left, by, nextAt, waitMs: FIRST_WAIT_MS },
      ...{ isAsked: false, isMissed: false, brokenMs: 0 },
    };
    this.runs.set(left.id, run);
    this.count(run, 1);
  }

  /** Whether it was there: whoever takes it away settles it. */
  take(run: Run): boolean {
    if (!this.runs.delete(run.id)) return false;
    this.count(run, -1);
    return true;
  }

  has({ id }: Run): boolean {
    return this.runs.has(id);
  }

  all(): readonly Run[] {
    return [...this.runs.values()];
  }

  /** The one that lives there. */
  at({ provider, upstreamId, credential, identityDigest }: Omit<OpenedHeld, 'model'>) {
    return this.all().find(
      ({ later }) =>
        later.up === upstreamId &&
        later.at === provider &&
        later.by === credential &&
        later.digest === identityDigest,
    );
  }

  /** Whether one more may run for somebody. */
  hasRoomFor(sender: Sender): boolean {
    const own = this.bySender.get(nameOf(sender)) ?? 0;
    return this.runs.size < MOST_RUNS && own < MOST_OF_ONE;
  }

  /** Those for which a provider is asked now, who has waited longest first. Whom one provider keeps waiting has its lane alone. */
  due(now: number): readonly Run[] {
    const lanes = new Map<string, number>();
    for (const run of this.runs.values()) if (run.isAsked) enter(lanes, run);
    return this.all()
      .filter(({ nextAt, isAsked }) => !isAsked && nextAt <= now)
      .sort((one, other) => one.nextAt - other.nextAt)
      .filter((run) => enter(lanes, run) <= AT_ONCE);
  }

  /** Its provider was asked in vain: it is asked less and less often. */
  postpone(run: Run, now: number): void {
    run.nextAt = now + run.waitMs;
    run.waitMs = Math.min(run.waitMs * 2, LONGEST_WAIT_MS);
  }

  private count({ intent }: Run, more: 1 | -1): void {
    const name = nameOf({ organization: intent.org, key: intent.key });
    const count = (this.bySender.get(name) ?? 0) + more;
    if (count > 0) this.bySender.set(name, count);
    else this.bySender.delete(name);
  }
}

const nameOf = ({ organization, key }: Sender): string =>
  organization === undefined ? `key ${key ?? ''}` : `organization ${organization}`;

/** An organization's own providers have one lane together, so that their number brings it nothing. */
export function laneOf({ intent, begun, later }: LeftResponse): string {
  const { own } = begun.via === undefined ? intent : begun;
  return own === 1 ? `own ${intent.org ?? ''}` : `provider ${later.at}`;
}

function enter(lanes: Map<string, number>, run: Run): number {
  const lane = laneOf(run);
  const count = (lanes.get(lane) ?? 0) + 1;
  lanes.set(lane, count);
  return count;
}
