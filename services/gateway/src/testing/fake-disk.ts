import type { JournalDisk } from '../usage/journal/disk.ts';

/** What goes wrong with one call. */
export interface Fault {
  readonly code: 'EIO' | 'ENOSPC' | 'EROFS' | 'short' | 'slow';
  /** How much of the call happened all the same. */
  readonly effect: 'nothing' | 'part' | 'all';
}

export type DiskCall =
  | 'makeDirectory'
  | 'list'
  | 'sizeOf'
  | 'read'
  | 'remove'
  | 'create'
  | 'append'
  | 'truncate'
  | 'sync'
  | 'close';

interface FakeFile {
  content: Buffer;
  synced: number;
}

const SLOW_MS = 400;

/** A disk in memory that fails as a test says. A sync that fails loses all that was not synced: zeroes stand there then. */
export class FakeDisk implements JournalDisk {
  readonly files = new Map<string, FakeFile>();
  readonly descriptors = new Map<number, FakeFile>();
  /** The most descriptors that were open at the same time. */
  mostDescriptors = 0;
  /** The most files that were there at the same time. */
  mostFiles = 0;
  /** What is wrong with this call; undefined where nothing is. */
  faultOf: (call: DiskCall) => Fault | undefined = () => undefined;
  /** Milliseconds that slow calls took. */
  spentMs = 0;

  private lastDescriptor = 2;

  /** Puts a file there, as an earlier process left it. */
  put(path: string, text: string | Buffer): void {
    const content = Buffer.from(text);
    this.files.set(path, { content, synced: content.length });
  }

  /** What another process finds: the files without what is open. */
  copy(): FakeDisk {
    const copy = new FakeDisk();
    for (const [path, { content, synced }] of this.files) copy.files.set(path, { content, synced });
    return copy;
  }

  makeDirectory(): Promise<void> {
    return this.later('makeDirectory', () => undefined);
  }

  makeDirectoryNow(): void {
    this.now('makeDirectory', () => undefined);
  }

  hasName(descriptor: number): boolean {
    const file = this.opened(descriptor);
    return [...this.files.values()].includes(file);
  }

  readBack(descriptor: number, size: number): Buffer {
    return this.now('read', () => this.opened(descriptor).content.subarray(0, size));
  }

  list(directory: string): Promise<string[]> {
    return this.later('list', () =>
      [...this.files.keys()]
        .filter((path) => path.startsWith(`${directory}/`))
        .map((path) => path.slice(directory.length + 1)),
    );
  }

  sizeOf(path: string): Promise<number> {
    return this.later('sizeOf', () => this.file(path).content.length);
  }

  async *read(path: string): AsyncGenerator<string> {
    yield await this.later('read', () => this.file(path).content.toString());
  }

  readAt(path: string, offset: number, size: number): Promise<Buffer> {
    return this.later('read', () =>
      Buffer.from(this.file(path).content.subarray(offset, offset + size)),
    );
  }

  remove(path: string): Promise<void> {
    return this.later('remove', () => {
      this.files.delete(path);
    });
  }

  removeNow(path: string): void {
    this.now('remove', () => {
      this.file(path);
      this.files.delete(path);
    });
  }

  create(path: string): number {
    const fault = this.faultFor('create');
    if (fault && fault.effect === 'nothing') throw errorOf(fault.code);
    if (this.files.has(path)) throw errorOf('EEXIST');
    const file: FakeFile = { content: Buffer.alloc(0), synced: 0 };
    this.files.set(path, file);
    this.mostFiles = Math.max(this.mostFiles, this.files.size);
    if (fault) throw errorOf(fault.code);
    this.lastDescriptor += 1;
    this.descriptors.set(this.lastDescriptor, file);
    this.mostDescriptors = Math.max(this.mostDescriptors, this.descriptors.size);
    return this.lastDescriptor;
  }

  append(descriptor: number, bytes: Buffer, offset: number): number {
    const file = this.opened(descriptor);
    const fault = this.faultOf('append');
    const asked = bytes.subarray(offset);
    const taken = asked.subarray(0, takenOf(fault, asked.length));
    file.content = Buffer.concat([file.content, taken]);
    if (fault?.code === 'slow') this.spentMs += SLOW_MS;
    if (fault && fault.code !== 'slow' && fault.code !== 'short') throw errorOf(fault.code);
    return taken.length;
  }

  truncate(descriptor: number, size: number): void {
    const file = this.opened(descriptor);
    this.now('truncate', () => {
      file.content = file.content.subarray(0, size);
      file.synced = Math.min(file.synced, size);
    });
  }

  async sync(descriptor: number): Promise<void> {
    const file = this.opened(descriptor);
    const fault = this.faultFor('sync');
    const { length } = file.content;
    await Promise.resolve();
    if (fault) {
      file.content = Buffer.concat([file.content]).fill(0, file.synced, length);
      throw errorOf(fault.code);
    }
    file.synced = Math.max(file.synced, length);
  }

  close(descriptor: number): void {
    this.opened(descriptor);
    this.descriptors.delete(descriptor);
    this.now('close', () => undefined);
  }

  private file(path: string): FakeFile {
    const file = this.files.get(path);
    if (!file) throw errorOf('ENOENT');
    return file;
  }

  private opened(descriptor: number): FakeFile {
    const file = this.descriptors.get(descriptor);
    if (!file) throw errorOf('EBADF');
    return file;
  }

  /** A fault that makes the call fail; slow calls take their time. */
  private faultFor(call: DiskCall): Fault | undefined {
    const fault = this.faultOf(call);
    if (fault?.code === 'slow') this.spentMs += SLOW_MS;
    return fault?.code === 'slow' || fault?.code === 'short' ? undefined : fault;
  }

  private now<T>(call: DiskCall, act: () => T): T {
    const fault = this.faultFor(call);
    if (!fault) return act();
    if (fault.effect === 'all') act();
    throw errorOf(fault.code);
  }

  private async later<T>(call: DiskCall, act: () => T): Promise<T> {
    await Promise.resolve();
    return this.now(call, act);
  }
}

function takenOf(fault: Fault | undefined, asked: number): number {
  if (!fault || fault.code === 'slow' || fault.effect === 'all') return asked;
  if (fault.code === 'short') return Math.ceil(asked / 2);
  return fault.effect === 'part' ? Math.floor(asked / 2) : 0;
}

const errorOf = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });
