import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the search for programs reads of its surroundings. */
export interface Surroundings {
  /** The process's environment: KUBEBUILDER_ASSETS, PATH, XDG_CACHE_HOME. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told what takes long, one line at a time. */
  readonly progress: (line: string) => void;
}

/** `linux-amd64`, as Go and Kubernetes write it. */
export function platform(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  return `${process.platform}-${architecture}`;
}

/** Where programs are kept between runs: outside the work tree, so that a fresh clone finds them. */
export function cacheRoot(environment: Surroundings['environment']): string {
  const home = environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(home, 'aicp-test');
}
