import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** A folder of manifests as a Git repository would have it, for the engines to apply. */
export class Repository implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** With the YAML files of an example. */
  static async from(example: string): Promise<Repository> {
    const repository = new Repository(await mkdtemp(join(tmpdir(), 'aicp-gitops-')));
    await repository.add(example);
    return repository;
  }

  /** Adds the YAML files of an example. */
  async add(example: string): Promise<void> {
    for (const name of await readdir(example)) {
      if (name.endsWith('.yaml')) await copyFile(join(example, name), join(this.folder, name));
    }
  }

  /** Adds a manifest, or replaces it. */
  async write(file: string, object: object): Promise<void> {
    await writeFile(join(this.folder, file), stringify(object));
  }

  async remove(file: string): Promise<void> {
    await rm(join(this.folder, file));
  }

  /** Leaves an empty folder. */
  async clear(): Promise<void> {
    for (const name of await readdir(this.folder)) await this.remove(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}
