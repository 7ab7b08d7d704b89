import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@aicp/common/json/parse-json';
import { z } from 'zod';
import { systemDisk, type JournalDisk } from '../journal/disk.ts';
import type { Outgoing, Part } from './outgoing.ts';
import { readSlice, type PlacedLine } from './segment-lines.ts';

const NAME = /^([0-9]{12})\.remains$/;
const nameOf = (segment: number): string => `${String(segment).padStart(12, '0')}.remains`;

interface RemainsFile {
  readonly number: number;
  readonly path: string;
  readonly size: number;
}

/** A record that is to be kept. */
export interface KeptRecord {
  readonly part: Exclude<Part, 'decisions'>;
  readonly record: object;
}

/**
 * What is left of segments of the journal that went before they were delivered: a file each, named by its segment, until it is delivered. As soon
 * as it has its name, its segment counts as delivered.
 */
export class Remains {
  private readonly directory: string;
  private readonly disk: JournalDisk;
  private files: RemainsFile[] = [];
  /** Up to where the oldest file is delivered. */
  private offset = 0;

  constructor(options: { readonly directory: string; readonly disk?: JournalDisk }) {
    this.directory = options.directory;
    this.disk = options.disk ?? systemDisk;
  }

  /** Bytes that are not delivered. */
  get bytes(): number {
    return this.files.reduce((sum, { size }) => sum + size, 0) - this.offset;
  }

  /** The newest segment of which something is here; 0 where nothing is. */
  get newest(): number {
    return this.files.at(-1)?.number ?? 0;
  }

  /** The oldest; 0 where nothing is. */
  get oldest(): number {
    return this.files[0]?.number ?? 0;
  }

  /** Whether something of a segment is here. */
  has(segment: number): boolean {
    return this.files.some(({ number }) => number === segment);
  }

  /** Finds what an earlier process left, and makes the directory. */
  async load(): Promise<void> {
    this.files = [];
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    for (const name of (await readdir(this.directory)).sort()) {
      const number = Number(NAME.exec(name)?.[1] ?? 0);
      if (number > 0) await this.add(number);
      else if (name.endsWith('.tmp')) await rm(join(this.directory, name), { force: true });
    }
  }

  /** Keeps records of a segment, all or nothing. Rejects with the system's error. */
  async keep(segment: number, records: AsyncIterable<KeptRecord>): Promise<void> {
    const path = join(this.directory, nameOf(segment));
    await using file = await open(`${path}.tmp`, 'w', 0o600);
    let lines = '';
    for await (const { part, record } of records) {
      lines += `${part} ${JSON.stringify(record)}\n`;
      if (lines.length < 65_536) continue;
      await file.appendFile(lines);
      lines = '';
    }
    await file.appendFile(lines);
    await file.sync();
    await rename(`${path}.tmp`, path);
    await this.add(segment);
  }

  /** Puts the oldest records into a batch, as many as have room. Whether some are left behind it. */
  async fill(outgoing: Outgoing): Promise<boolean> {
    const [file] = this.files;
    if (!file) return false;
    const { number, path, size } = file;
    const segment = { segment: { number, path }, size };
    outgoing.remains = this.offset;
    while (outgoing.remains < size) {
      const { lines, end } = await readSlice(segment, outgoing.remains, this.disk);
      const full = lines.findIndex((line) => !isTaken(outgoing, line));
      if (full === -1) outgoing.remains = end;
      else outgoing.remains = lines[full - 1]?.end ?? outgoing.remains;
      if (full !== -1) return true;
    }
    return this.files.length > 1;
  }

  /** The oldest file is delivered up to there. */
  async taken(offset: number): Promise<void> {
    const [file] = this.files;
    if (!file) return;
    this.offset = offset;
    if (offset < file.size) return;
    await rm(file.path, { force: true });
    this.files.shift();
    this.offset = 0;
  }

  private async add(number: number): Promise<void> {
    const path = join(this.directory, nameOf(number));
    const { size } = await stat(path);
    if (size > 0) this.files.push({ number, path, size });
    else await rm(path);
  }
}

/** Whether a batch has room for what a line holds. */
function isTaken(outgoing: Outgoing, { text }: PlacedLine): boolean {
  const space = text.indexOf(' ');
  const json = text.slice(space + 1);
  const hasRoom = outgoing.take(text.slice(0, space) as KeptRecord['part'], json);
  if (hasRoom && !outgoing.oldest) outgoing.note(momentOf(json), 0);
  return hasRoom;
}

const moment = z.union([
  z.object({ at: z.string() }).transform(({ at }) => Date.parse(at)),
  z.object({ hour: z.string() }).transform(({ hour }) => Date.parse(hour)),
]);

/** When the request of a record came, or one of its sum may have come. */
const momentOf = (json: string): number => moment.safeParse(parseJson(json)).data ?? 0;
