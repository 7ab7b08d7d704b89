import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { manifest, storedSnapshot, type StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { replaceFile } from '../files/replace-file.ts';
import { parseJson } from '../json/parse-json.ts';

const savedManifest = z.object({ manifest, degraded: z.array(z.string()) });

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Whether each section's bytes have the digest that the manifest says. Those of `known`, which is whole, are not computed again. */
export function isWhole(snapshot: StoredSnapshot, known?: StoredSnapshot): boolean {
  return Object.entries(snapshot.manifest.sections).every(([name, digest]) => {
    const contents = snapshot.contents[name];
    if (contents === undefined) return false;
    const isKnown = known?.manifest.sections[name] === digest && known.contents[name] === contents;
    return isKnown || sha256(contents) === digest;
  });
}

/** A copy on disk that is there and can't be used. */
export interface UnreadableCopy {
  readonly why: string;
  /** Undefined where it could not be moved. */
  readonly movedTo: string | undefined;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The last good snapshot on the service's own disk: a file a section, named by its digest, and a manifest that is replaced last. */
export class SnapshotStore {
  private readonly directory: string;
  /** The files whose bytes were compared with their names since the start: whatever an earlier process left may be spoilt. */
  private readonly checked = new Set<string>();

  constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * Writes what is not there yet, then the manifest, then removes what the manifest no longer names. Gives the files that were there and
   * spoilt, and are whole now.
   */
  async save(snapshot: StoredSnapshot): Promise<readonly string[]> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const present = new Set(await readdir(this.directory));
    const wanted = new Set<string>(['manifest.json']);
    const mended: string[] = [];
    for (const [name, digest] of Object.entries(snapshot.manifest.sections)) {
      const file = `${digest}.section`;
      wanted.add(file);
      const isThere = present.has(file);
      if (isThere && (await this.isGood(file, digest))) continue;
      await this.replace(file, snapshot.contents[name] ?? '');
      this.checked.add(file);
      if (isThere) mended.push(file);
    }
    const saved = { manifest: snapshot.manifest, degraded: snapshot.degraded };
    await replaceFile(this.path('manifest.json'), JSON.stringify(saved));
    for (const file of present) {
      if (wanted.has(file)) continue;
      this.checked.delete(file);
      await rm(this.path(file), { force: true, recursive: true });
    }
    return mended;
  }

  /** The snapshot on disk, or undefined where there is none that is whole. Rejects with the system's error where it can't be read. */
  async load(): Promise<StoredSnapshot | undefined> {
    const snapshot = await this.read();
    return snapshot === 'damaged' ? undefined : snapshot;
  }

  /**
   * The same for the service that the copy belongs to. What is there and can't be used is put aside, with its reason told
   * to `onUnreadable`, so that the next snapshot finds room.
   */
  async restore(
    onUnreadable: (found: UnreadableCopy) => void,
  ): Promise<StoredSnapshot | undefined> {
    try {
      const snapshot = await this.read();
      if (snapshot !== 'damaged') return snapshot;
      onUnreadable({ why: 'it is damaged', movedTo: await this.putAside() });
    } catch (error) {
      onUnreadable({ why: messageOf(error), movedTo: await this.putAside() });
    }
    return undefined;
  }

  /** Whether a file has the bytes that its name says; what cannot be read has not. Each is read once. */
  private async isGood(file: string, digest: string): Promise<boolean> {
    if (this.checked.has(file)) return true;
    try {
      if (sha256(await readFile(this.path(file))) !== digest) return false;
      this.checked.add(file);
      return true;
    } catch {
      // The caller learns from the list of mended files that this one was unusable. If the disk refuses the new one, that error says why.
      return false;
    }
  }

  /** Also where something stands that is no file. */
  private async replace(file: string, contents: string): Promise<void> {
    const path = this.path(file);
    const isFile = await stat(path).then(
      (found) => found.isFile(),
      () => true,
    );
    if (!isFile) await rm(path, { recursive: true, force: true });
    await replaceFile(path, contents);
  }

  /** Where the directory was moved to; undefined where even that is not possible. */
  private async putAside(): Promise<string | undefined> {
    const aside = `${this.directory}.unreadable`;
    try {
      await rm(aside, { recursive: true, force: true });
      await rename(this.directory, aside);
      return aside;
    } catch {
      // The caller is told, by `movedTo` being undefined, that the copy could not be moved.
      return undefined;
    }
  }

  private async read(): Promise<StoredSnapshot | 'damaged' | undefined> {
    const text = await readIfThere(this.path('manifest.json'));
    if (text === undefined) return undefined;
    const saved = savedManifest.safeParse(parseJson(text.toString()));
    if (!saved.success) return 'damaged';
    const contents: Record<string, string> = {};
    for (const [name, digest] of Object.entries(saved.data.manifest.sections)) {
      const bytes = await readIfThere(this.path(`${digest}.section`));
      if (bytes) contents[name] = bytes.toString();
    }
    const snapshot = { ...saved.data, contents };
    return isWhole(snapshot) ? snapshot : 'damaged';
  }

  private path(file: string): string {
    return join(this.directory, file);
  }
}

const bootMeta = z.object({ parts: z.int().min(1), digest: z.string() });

/** The boot copy that the operator keeps in Secrets, mounted as `<directory>/<n>/{meta,part}`. Undefined where it is absent or half refreshed. */
export async function loadBootCopy(directory: string): Promise<StoredSnapshot | undefined> {
  const text = await readIfThere(join(directory, '0', 'meta'));
  const meta = text && bootMeta.safeParse(parseJson(text.toString()));
  if (!meta?.success) return undefined;
  const parts: Buffer[] = [];
  for (let index = 0; index < meta.data.parts; index += 1) {
    const part = await readIfThere(join(directory, String(index), 'part'));
    if (!part) return undefined;
    parts.push(part);
  }
  const packed = Buffer.concat(parts);
  if (sha256(packed) !== meta.data.digest) return undefined;
  const parsed = storedSnapshot.safeParse(parseJson(gunzipSync(packed).toString()));
  return parsed.success && isWhole(parsed.data) ? parsed.data : undefined;
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
