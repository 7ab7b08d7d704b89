import { toldCallId } from '../conversation/told-names.ts';

/** Bedrock takes names of tools as `[a-zA-Z0-9_-]{1,64}`. */
export const LONGEST_TOOL_NAME = 64;

/** The id of a call as Bedrock takes it (`[a-zA-Z0-9_.:-]{1,64}`). A call and its result are written alike. */
export const writeCallId = (id: string): string =>
  toldCallId(id, /^[a-zA-Z0-9_.:-]{1,64}$/, /[^a-zA-Z0-9_.:-]/g);

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
