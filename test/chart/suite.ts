import { readdirSync } from 'node:fs';
import { access, constants, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';
import { binaries } from '../kubernetes/binaries/binaries.ts';
import { fromCache } from '../kubernetes/binaries/sources.ts';
import { CHART, Helm } from './helm.ts';

export interface ChartTools {
  readonly helm: Helm;
  /** Path of kubeconform. */
  readonly kubeconform: string;
}

/** Registers a suite that needs Helm; where Helm is absent it is reported as skipped, with the way out. */
export async function describeCharts(
  name: string,
  register: (tools: ChartTools) => void,
): Promise<void> {
  const programs = await chartPrograms();
  if (programs) {
    const tools = { helm: new Helm(programs.helm), kubeconform: programs.kubeconform };
    describe(name, () => register(tools));
  } else {
    describe.skip(`${name} (skipped: no helm here; \`make chart-test\` fetches it)`, () =>
      undefined);
  }
}

const values = join(import.meta.dirname, 'values');

/** The sets of values that the charts are rendered with: name and path. */
export const valueSets: readonly (readonly [string, string])[] = readdirSync(values)
  .filter((file) => file.endsWith('.yaml'))
  .toSorted()
  .map((file) => [file.replace('.yaml', ''), join(values, file)] as const);

/** Paths of the programs that the chart tests run. */
export interface ChartPrograms {
  readonly helm: string;
  readonly kubeconform: string;
}

const NAMES = ['helm', 'kubeconform'] as const;

/**
 * Helm and kubeconform from the tests' cache or the PATH; undefined where one is absent. With AICP_REQUIRE_HELM they are built where they
 * are absent, and it throws where that fails.
 */
export async function chartPrograms(): Promise<ChartPrograms | undefined> {
  const environment = process.env;
  if (environment['AICP_REQUIRE_HELM']) return await binaries(NAMES);
  const surroundings = { environment, progress: () => undefined };
  const cached = await fromCache(NAMES, surroundings);
  const helm = cached.get('helm') ?? (await onPath('helm'));
  const kubeconform = cached.get('kubeconform') ?? (await onPath('kubeconform'));
  return helm !== undefined && kubeconform !== undefined ? { helm, kubeconform } : undefined;
}

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return undefined;
}

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
