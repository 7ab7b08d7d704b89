import { hash } from 'node:crypto';
import { RecentMap } from '@aicp/gateway/memory/recent-map';
import type { AlikeQuestion, Question, Unrepeatable } from '../../protocol.ts';
import { askedIn, LARGEST_ASKED, type AskedOnce } from './asked.ts';

const REMEMBERED = 4096;

/**
 * What requests asked, as far as the same bytes came before from the same askers: these are neither parsed nor written in their canonical form
 * again. Of a request, digests alone are kept.
 */
export class AskedBefore {
  private readonly known = new RecentMap<Question | Unrepeatable>({ count: REMEMBERED });
  private readonly read: typeof askedIn;

  /** `read`: what a body asks; absent: that of a chat. */
  constructor(read = askedIn) {
    this.read = read;
  }

  /** `within`: who asks. How fast it answers tells them what they asked themselves, and nobody else. */
  of(body: Buffer, within: string): AskedOnce | Unrepeatable {
    const { read } = this;
    if (body.length > LARGEST_ASKED) return read(body);
    const key = hash('sha256', body) + within;
    const before = this.known.get(key);
    if (before)
      return 'reason' in before ? before : { ...before, alike: () => alikeOf(read(body)) };
    const asked = read(body);
    this.known.set(key, 'reason' in asked ? asked : digestsOf(asked));
    return asked;
  }
}

/** Without what still holds the whole request. */
const digestsOf = ({ canonical, temperature }: Question): Question => ({ canonical, temperature });

/** It is seldom wanted of a request that came before: the cache has its answer. */
function alikeOf(asked: AskedOnce | Unrepeatable): AlikeQuestion | undefined {
  return 'reason' in asked ? undefined : asked.alike();
}
