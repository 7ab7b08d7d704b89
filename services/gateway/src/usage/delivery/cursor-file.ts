import { readFile } from 'node:fs/promises';
import { replaceFile } from '@aicp/common/files/replace-file';
import { parseJson } from '@aicp/common/json/parse-json';
import type { Logger } from '@aicp/common/log/logger';
import { isMissing } from '../journal/disk.ts';
import { BEGINNING, position, type Position } from './position.ts';

/** Up to where the journal is delivered, in a file. Where that is lost, all is delivered again: who takes it knows each record by its id. */
export class CursorFile {
  private readonly path: string;
  private readonly log: Logger;
  private isFailing = false;

  constructor(options: { readonly path: string; readonly log: Logger }) {
    this.path = options.path;
    this.log = options.log;
  }

  async load(): Promise<Position> {
    const text = await this.read();
    if (text === undefined) return BEGINNING;
    const read = position.safeParse(parseJson(text));
    if (!read.success) this.log.warn({ path: this.path }, 'usage_cursor_unreadable');
    return read.data ?? BEGINNING;
  }

  /** A disk that does not take it is no reason not to go on: what is delivered twice counts once. */
  async save(cursor: Position): Promise<void> {
    try {
      await replaceFile(this.path, JSON.stringify(cursor));
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.log.warn({ err: error }, 'usage_cursor_not_saved');
      this.isFailing = true;
    }
  }

  private async read(): Promise<string | undefined> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if (!isMissing(error)) this.log.warn({ err: error }, 'usage_cursor_unreadable');
      return undefined;
    }
  }
}
