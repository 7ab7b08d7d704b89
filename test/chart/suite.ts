import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { Helm } from './helm.ts';
import { chartPrograms } from './programs.ts';

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
