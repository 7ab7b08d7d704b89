import type { Installation } from '@aicp/test/up/installation';
import type { ConsoleBrowser } from '@aicp/test/console/console-browser';
import type { Cluster } from '@aicp/test/console/kit/cluster';

/** What each measurement gets. */
export interface MeasureParts {
  readonly aicp: Installation;
  readonly browser: ConsoleBrowser;
  readonly cluster: Cluster;
  /** Path of the browser's program. */
  readonly chromium: string;
  /** How many rows a list is measured with. */
  readonly rows: number;
  /** How many changes are told. */
  readonly changes: number;
}

export interface Measured {
  readonly figures: Readonly<Record<string, unknown>>;
  /** Bars that were missed, in words. */
  readonly missed: readonly string[];
}

/** The value in the middle; of an even number the upper one. Undefined of none. */
export const median = (values: readonly number[]): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
