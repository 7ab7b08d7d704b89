import { open, readFile } from 'node:fs/promises';
import { replaceFile } from '@aicp/common/files/replace-file';

/** What the cursor's file asks of a disk. Each call rejects with the system's error. */
export interface CursorDisk {
  read(path: string): Promise<string>;
  /** Makes a file, in place of the one that is there. */
  replace(path: string, text: string): Promise<void>;
  /** Writes over a part of a file, which takes no room. Resolves once that is on the disk itself. */
  writeOver(path: string, text: string, offset: number): Promise<void>;
}

/** The disk of this machine. */
export const systemCursorDisk: CursorDisk = {
  read: (path) => readFile(path, 'utf8'),
  replace: replaceFile,
  writeOver: async (path, text, offset) => {
    await using file = await open(path, 'r+');
    await file.write(text, offset);
    await file.datasync();
  },
};
