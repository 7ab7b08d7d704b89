import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHART } from './helm.ts';

/** A copy of the chart, to change; removed when it is disposed of. */
export class CopiedChart implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<CopiedChart> {
    const path = await mkdtemp(join(tmpdir(), 'aicp-chart-copy-'));
    await cp(CHART, path, { recursive: true, dereference: true });
    return new CopiedChart(path);
  }

  async read(file: string): Promise<string> {
    return await readFile(join(this.path, file), 'utf8');
  }

  async write(file: string, contents: string): Promise<void> {
    await writeFile(join(this.path, file), contents);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
