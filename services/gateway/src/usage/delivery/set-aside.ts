import { open, readFile } from 'node:fs/promises';
import { replaceFile } from '@aicp/common/files/replace-file';
import { parseJson } from '@aicp/common/json/parse-json';
import { z } from 'zod';
import { isMissing } from '../journal/disk.ts';
import { Outgoing } from './outgoing.ts';

/** Only a fault of the service makes any: a file of this size says that it is not the records' fault. */
const MOST_BYTES = 67_108_864;

const texts = z.array(z.string());
const line = z.object({ session: z.string(), usage: texts, attempts: texts, sums: texts });
/** Decisions are kept nowhere, and feedback waits in its own files. */
const KEPT = ['usage', 'attempts', 'sums'] as const;

/** What becomes of records that are sent again: they are taken, or refused once more; `later` ends the round before they are sent. */
export type Fate = 'taken' | 'refused' | 'later';

/** How many records were taken, and whether some were not sent. */
export interface Round {
  readonly taken: number;
  readonly isLeft: boolean;
}

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

  /** Sends again what there is, each by itself, until `send` says `later`; what was refused comes last in the next round. Rejects as `send` and the disk do. */
  async sendAgain(send: (batch: Outgoing) => Promise<Fate>): Promise<Round> {
    const unsent = await this.load();
    const refused: Kept[] = [];
    let taken = 0;
    try {
      for (let [first] = unsent; first; [first] = unsent) {
        const fate = await send(first.batch);
        if (fate === 'later') break;
        unsent.shift();
        if (fate === 'taken') taken += 1;
        else refused.push(first);
      }
    } finally {
      const hasMoved = refused.length > 0 && unsent.length > 0;
      if (taken > 0 || hasMoved) await this.write([...unsent, ...refused]);
    }
    return { taken, isLeft: unsent.length > 0 };
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
    for (const part of KEPT) batch.texts[part].push(...kept[part]);
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
