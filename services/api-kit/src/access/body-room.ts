import { Counts, ownersShare } from '@aicp/common/counters/counts';
import { Problem } from '@aicp/common/errors/problem';

const MIB = 1_048_576;

/** How many bytes of bodies are read at once. */
export interface BodyRoomSize {
  readonly all: number;
  readonly ofCaller: number;
}

/** Small beside the memory that a service has, and large enough for three chats with images of one person. */
const USUAL: BodyRoomSize = { all: 128 * MIB, ofCaller: 24 * MIB };

/** Whose a body is; the platform counts as one organization. */
export interface BodyOwner {
  readonly caller: string;
  readonly organization: string | undefined;
}

/**
 * The memory for bodies that are read, which is taken before the first byte: a client may send most of a large body and never the end. An organization has at most
 * half of what others leave, and what a caller may have at least, so that none fills the memory, nor keeps others out.
 */
export class BodyRoom {
  private readonly size: BodyRoomSize;
  private readonly byCaller = new Counts<string>();
  private readonly byOrganization = new Counts<string | undefined>();
  private taken = 0;

  constructor(size: BodyRoomSize = USUAL) {
    this.size = size;
  }

  /** Takes room for a body: gives it back when what is returned is called. Throws a Problem (429) where there is none. */
  take(owner: BodyOwner, bytes: number): () => void {
    const { all, ofCaller } = this.size;
    if (this.byCaller.of(owner.caller) + bytes > ofCaller) {
      throw full('You send too much at once: send one after another.');
    }
    const shared = this.byOrganization.of(owner.organization);
    if (shared + bytes > ownersShare(all, this.taken - shared, ofCaller)) {
      throw full('Your organization sends too much at once: try again in a moment.');
    }
    if (this.taken + bytes > all) throw full('Too much is sent at once: try again in a moment.');
    this.add(owner, bytes);
    let isTaken = true;
    return () => {
      if (isTaken) this.add(owner, -bytes);
      isTaken = false;
    };
  }

  private add({ caller, organization }: BodyOwner, bytes: number): void {
    this.byCaller.add(caller, bytes);
    this.byOrganization.add(organization, bytes);
    this.taken += bytes;
  }
}

/** What is still on its way is not waited for. */
const full = (detail: string): Problem =>
  new Problem(429, detail, { headers: { 'Retry-After': '1', Connection: 'close' } });
