import {
  closeSync,
  createReadStream,
  fdatasync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What the journal asks of a disk. Each call throws, or rejects with, the system's error. */
export interface JournalDisk {
  makeDirectory(path: string): Promise<void>;
  /** Makes a directory, with those above it, before it returns. */
  makeDirectoryNow(path: string): void;
  list(directory: string): Promise<string[]>;
  sizeOf(path: string): Promise<number>;
  /** The text of a file, in pieces. */
  read(path: string): AsyncIterable<string>;
  /** So many bytes of a file from `offset` on, or as many as there are. */
  readAt(path: string, offset: number, size: number): Promise<Buffer>;
  /** Removes a file, if it is there. */
  remove(path: string): Promise<void>;
  /** Removes a file before it returns. */
  removeNow(path: string): void;
  /** Makes a file to append to and to read; fails where there is one. Gives its descriptor. */
  create(path: string): number;
  /** Appends the bytes from `offset` on; gives how many of them were taken. */
  append(descriptor: number, bytes: Buffer, offset: number): number;
  /** Whether the file still has a name: one that was removed has none, and is lost with its descriptor. */
  hasName(descriptor: number): boolean;
  /** The first `size` bytes of a file that is open, or as many as there are. */
  readBack(descriptor: number, size: number): Buffer;
  truncate(descriptor: number, size: number): void;
  sync(descriptor: number): Promise<void>;
  close(descriptor: number): void;
}

const READ_BYTES = 1 << 20;

/** The disk of this machine. */
export const systemDisk: JournalDisk = {
  makeDirectory: async (path) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  list: (directory) => readdir(directory),
  sizeOf: async (path) => (await stat(path)).size,
  read: (path) =>
    createReadStream(path, {
      encoding: 'utf8',
      highWaterMark: READ_BYTES,
    }) as AsyncIterable<string>,
  readAt,
  remove: (path) => rm(path, { force: true }),
  removeNow: unlinkSync,
  makeDirectoryNow: (path) => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  },
  create: (path) => openSync(path, 'ax+', 0o600),
  append: (descriptor, bytes, offset) => writeSync(descriptor, bytes, offset),
  hasName: (descriptor) => fstatSync(descriptor).nlink > 0,
  readBack,
  truncate: ftruncateSync,
  sync: promisify(fdatasync),
  close: closeSync,
};

async function readAt(path: string, offset: number, size: number): Promise<Buffer> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, offset);
  return buffer.subarray(0, bytesRead);
}

function readBack(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let end = 0;
  for (let read = -1; end < size && read !== 0; end += read) {
    read = readSync(descriptor, bytes, end, size - end, end);
  }
  return bytes.subarray(0, end);
}

/** Whether an error says that a file is not there. */
export const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ENOENT';
