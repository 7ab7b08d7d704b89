import { parseJson } from '@aicp/common/json/parse-json';
import type { Logger } from '@aicp/common/log/logger';
import { z } from 'zod';
import { isMissing } from '../journal/disk.ts';
import { systemCursorDisk, type CursorDisk } from './cursor-disk.ts';
import { position, type Position } from './position.ts';

/** What is written at once, and never half by a disk: a sector. */
const SLOT_BYTES = 512;
const SLOTS = 2;

/** The newest of two is in force, and the other one is written next: so one of them is whole, whenever the machine fails. */
const slot = position.extend({ save: z.int().min(1) });
type Slot = z.output<typeof slot>;

/**
 * Up to where the journal is delivered, in a file that has its room from the beginning on: a full disk takes it, too. Where the file is lost, all is
 * delivered again: who takes it knows each record by its id.
 */
export class CursorFile {
  private readonly path: string;
  private readonly log: Logger;
  private readonly disk: CursorDisk;
  private saves = 0;
  /** Whether the file is there, with room for all slots. */
  private hasRoom = false;
  private isFailing = false;

  constructor(options: {
    readonly path: string;
    readonly log: Logger;
    readonly disk?: CursorDisk | undefined;
  }) {
    this.path = options.path;
    this.log = options.log;
    this.disk = options.disk ?? systemCursorDisk;
  }

  /** Undefined where nobody knows. */
  async load(): Promise<Position | undefined> {
    const text = await this.read();
    if (text === undefined) return undefined;
    const newest = newestIn(text);
    this.hasRoom = newest !== undefined;
    this.saves = newest?.save ?? 0;
    // Earlier builds wrote a file that held the position alone.
    const known = newest ?? position.safeParse(parseJson(text)).data;
    if (!known) this.log.warn({ path: this.path }, 'usage_cursor_unreadable');
    return known && { segment: known.segment, offset: known.offset };
  }

  /** Rejects with the disk's error. */
  async save(cursor: Position): Promise<void> {
    try {
      await this.write({ ...cursor, save: this.saves + 1 });
      this.saves += 1;
      if (this.isFailing) this.log.info('usage_cursor_saved_again');
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.log.error({ err: error }, 'usage_cursor_not_saved');
      this.isFailing = true;
      throw error;
    }
  }

  private async write(next: Slot): Promise<void> {
    const text = `${JSON.stringify(next).padEnd(SLOT_BYTES - 1)}\n`;
    const isWritten = this.hasRoom && (await this.isWrittenOver(text, next.save));
    if (!isWritten) await this.disk.replace(this.path, text.repeat(SLOTS));
    this.hasRoom = true;
  }

  /** False where somebody removed the file. */
  private async isWrittenOver(text: string, save: number): Promise<boolean> {
    try {
      await this.disk.writeOver(this.path, text, (save % SLOTS) * SLOT_BYTES);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  private async read(): Promise<string | undefined> {
    try {
      return await this.disk.read(this.path);
    } catch (error) {
      if (!isMissing(error)) this.log.warn({ err: error }, 'usage_cursor_unreadable');
      return undefined;
    }
  }
}

/** The newest position of a whole file. */
function newestIn(text: string): Slot | undefined {
  if (text.length !== SLOTS * SLOT_BYTES) return undefined;
  const slots = Array.from({ length: SLOTS }, (_, index) => {
    const part = text.slice(index * SLOT_BYTES, (index + 1) * SLOT_BYTES);
    return slot.safeParse(parseJson(part)).data ?? [];
  }).flat();
  return slots.toSorted((a, b) => a.save - b.save).at(-1);
}
