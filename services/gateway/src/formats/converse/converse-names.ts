import { createHash } from 'node:crypto';

const LONGEST_NAME = 64;
const HASH_LENGTH = 8;

/**
 * Names of tools as Bedrock takes them (`[a-zA-Z0-9_-]{1,64}`). One that it would not take is written otherwise, the same in every request, so that
 * its cache holds; `originals` has what it stands for.
 */
export class ToolNames {
  /** By the name that was written. Those that were written as they are stand here no more than others do. */
  readonly originals = new Map<string, string>();

  write(name: string): string {
    if (/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return name;
    const written = renamed(name, /[^a-zA-Z0-9_-]/g);
    this.originals.set(written, name);
    return written;
  }
}

/** The id of a call as Bedrock takes it (`[a-zA-Z0-9_.:-]{1,64}`). A call and its result are written alike. */
export const writeCallId = (id: string): string =>
  /^[a-zA-Z0-9_.:-]{1,64}$/.test(id) ? id : renamed(id, /[^a-zA-Z0-9_.:-]/g);

/** Others that look alike behind it differ in the hash. */
function renamed(name: string, forbidden: RegExp): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  const plain = name.replace(forbidden, '_').slice(0, LONGEST_NAME - HASH_LENGTH - 1);
  return `${plain}_${hash}`;
}

/** Names of documents: letters, digits, single spaces, hyphens and brackets, no two alike in one request. */
export class DocumentNames {
  private readonly taken = new Set<string>();

  write(name: string | undefined): string {
    const plain = (name ?? '')
      .replace(/\.[A-Za-z0-9]{1,5}$/, '')
      .replace(/[^a-zA-Z0-9\s\-()[\]]/g, '-')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 150);
    const wanted = plain === '' ? 'document' : plain;
    let written = wanted;
    for (let count = 2; this.taken.has(written); count += 1) written = `${wanted} ${count}`;
    this.taken.add(written);
    return written;
  }
}
