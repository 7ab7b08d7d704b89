import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { scopeBounds, type HeldScope } from './held-ids.ts';

const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Characters of that in base64url. */
const TAG_CHARACTERS = 22;
const PREFIX = 'aicp-';

/**
 * Names that things have at a provider, which say whose they are: a provider lists the things of all who share an account. Before the name that
 * its owner gave stands a digest of the organization and the team, which nobody can make who does not know the secret. It says nothing to
 * anybody else, and it is the same for all that they own.
 */
export class OwnerNames {
  private readonly key: Buffer;

  constructor(secret: string | Buffer) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'aicp-owner-names-v1', KEY_BYTES));
  }

  /** What it is called at the provider. */
  write(scope: HeldScope, name: string): string {
    return `${PREFIX}${this.tagOf(scope)}-${name}`;
  }

  /** What its owner calls it; undefined where it is not theirs. */
  read(scope: HeldScope, written: string): string | undefined {
    const end = PREFIX.length + TAG_CHARACTERS;
    if (!written.startsWith(PREFIX) || written[end] !== '-') return undefined;
    const tag = Buffer.from(written.slice(PREFIX.length, end));
    const own = Buffer.from(this.tagOf(scope));
    if (tag.length !== own.length || !timingSafeEqual(tag, own)) return undefined;
    return written.slice(end + 1);
  }

  private tagOf(scope: HeldScope): string {
    const said = JSON.stringify(scopeBounds(scope));
    const digest = createHmac('sha256', this.key).update(said).digest();
    return digest.subarray(0, TAG_BYTES).toString('base64url');
  }
}
