import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { binaries } from '../kubernetes/binaries/binaries.ts';
import { fromCache } from '../kubernetes/binaries/sources.ts';

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
