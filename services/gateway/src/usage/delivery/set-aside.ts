import { open, readFile } from 'node:fs/promises';
import { replaceFile } from '@aicp/common/files/replace-file';
import { parseJson } from '@aicp/common/json/parse-json';
import { z } from 'zod';
import { isMissing } from '../journal/disk.ts';
import { Outgoing, PARTS } from './outgoing.ts';

/** Only a fault of the service makes any: a file of this size says that it is not the records' fault. */
const MOST_BYTES = 67_108_864;

const texts = z.array(z.string());
const line = z.object({ session: z.string(), usage: texts, attempts: texts, sums: texts });

/** What is in the file, and what of it is not delivered. */
interface Kept {
  readonly text: string;
  readonly batch: Outgoing;
}

/** Records that the service failed at again and again, in a file beside the journal: they hold up no others, and are sent again later. */
export class SetAside {
  private readonly path: string;
  private readonly session: string;
  private size: number | undefined;

  /** `session`: this process. */
  constructor({ path, session }: { readonly path: string; readonly session: string }) {
    this.path = path;
    this.session = session;
  }

  /** Of the file; 0 before it was looked at. */
  get bytes(): number {
    return this.size ?? 0;
  }

  /** Keeps what is in a batch, but decisions. Rejects with the system's error where the disk does not take it. */
  async keep({ texts: { usage, attempts, sums }, isOlder }: Outgoing): Promise<void> {
    const session = isOlder === true ? '' : this.session;
    const there = await this.read();
    // A process that was killed may have left half a line.
    const isTorn = there !== '' && !there.endsWith('\n');
    const text = `${isTorn ? '\n' : ''}${JSON.stringify({ session, usage, attempts, sums })}\n`;
    const before = Buffer.byteLength(there);
    if (before + Buffer.byteLength(text) > MOST_BYTES) {
      throw new Error(`${this.path} is full: the budget service fails at every record`);
    }
    await using file = await open(this.path, 'a', 0o600);
    try {
      await file.appendFile(text);
      await file.sync();
    } catch (error) {
      await file.truncate(before);
      throw error;
    }
    this.size = before + Buffer.byteLength(text);
  }

  /** Sends all again, each by itself; what `send` answers true for is done. Resolves to how many were. Rejects as `send` and the disk do. */
  async sendAgain(send: (batch: Outgoing) => Promise<boolean>): Promise<number> {
    const all = await this.load();
    const done = new Set<Kept>();
    try {
      for (const one of all) if (await send(one.batch)) done.add(one);
    } finally {
      if (done.size > 0) await this.write(all.filter((one) => !done.has(one)));
    }
    return done.size;
  }

  private async load(): Promise<Kept[]> {
    const lines = (await this.read()).split('\n').filter((text) => text !== '');
    return lines.flatMap((text) => {
      const { data } = line.safeParse(parseJson(text));
      return data ? [{ text, batch: this.toBatch(data) }] : [];
    });
  }

  private toBatch(kept: z.output<typeof line>): Outgoing {
    const batch = new Outgoing(1);
    batch.isOlder = kept.session !== this.session;
    for (const part of PARTS) {
      if (part !== 'decisions') batch.texts[part].push(...kept[part]);
    }
    return batch;
  }

  private async write(kept: readonly Kept[]): Promise<void> {
    const text = kept.map((one) => `${one.text}\n`).join('');
    await replaceFile(this.path, text);
    this.size = Buffer.byteLength(text);
  }

  private async read(): Promise<string> {
    try {
      const text = await readFile(this.path, 'utf8');
      this.size = Buffer.byteLength(text);
      return text;
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.size = 0;
      return '';
    }
  }
}
