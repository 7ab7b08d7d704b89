import { createHash } from 'node:crypto';

/** Of names that are written otherwise, and of ids. */
const LONGEST_ID = 64;
const HASH_LENGTH = 8;

/**
 * Names of tools as vendors take them that know letters, digits, `_` and `-` alone. One that they would not take is written otherwise, the same in every request,
 * so that their caches hold; `originals` has what it stands for.
 */
export class ToolNames {
  /** By the name that was written. Those that were written as they are stand here no more than others do. */
  readonly originals = new Map<string, string>();
  private readonly longest: number;

  /** `longest`: how long a name may be. */
  constructor(longest: number) {
    this.longest = longest;
  }

  write(name: string): string {
    const { longest } = this;
    if (name.length <= longest && /^[a-zA-Z0-9_-]+$/.test(name)) return name;
    const written = renamed(name, /[^a-zA-Z0-9_-]/g, longest);
    this.originals.set(written, name);
    return written;
  }
}

/**
 * An id of a call as a vendor takes it: as it is where it `fits`, and without what is `forbidden` where it does not. A call and its result are written alike, and
 * different ids differently.
 */
export const toldCallId = (id: string, fits: RegExp, forbidden: RegExp): string =>
  fits.test(id) ? id : renamed(id, forbidden, LONGEST_ID);

/** Others that look alike behind it differ in the hash. */
function renamed(name: string, forbidden: RegExp, longest: number): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  const plain = name.replace(forbidden, '_').slice(0, longest - HASH_LENGTH - 1);
  return `${plain}_${hash}`;
}
