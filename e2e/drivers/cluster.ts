import type { Ran } from '../commands/run.ts';

/** A cluster of one node whose pods run, made for one run of the tests and gone after it. */
export interface Cluster {
  /** Of an administrator who may do everything. */
  readonly kubeconfig: string;
  /** Runs a bash script as a person with kubectl and helm would, where nobody else listens on 127.0.0.1 and the kubeconfig is set. */
  shell(script: string): Promise<Ran>;
  /** Kills (SIGKILL) the first process of a container, by the id that the pod's status gives it. */
  killContainer(id: string): Promise<void>;
  /** What the node says of itself, for the report of a failure. */
  lastWords(): Promise<string>;
  /** Leaves nothing behind. */
  stop(): Promise<void>;
}

export interface DriverOptions {
  /** The image's name and tag, as the chart asks for it. */
  readonly image: string;
  /** Told what is done, with what took how long. */
  readonly step: Step;
}

/** Does a piece of work and tells how long it took. */
export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>;

/** A way to have a cluster. */
export interface Driver {
  readonly name: string;
  /** What is missing on this machine, a sentence each; empty where it can run. */
  obstacles(): Promise<string[]>;
  /** Makes a cluster, builds the image and loads it. Rejects, with nothing left behind, where one of them fails. */
  start(options: DriverOptions): Promise<Cluster>;
}

/** The driver of that name; without one, the first that can run here. Throws with what is missing where none can. */
export async function chooseDriver(
  drivers: readonly Driver[],
  name: string | undefined,
): Promise<Driver> {
  const candidates = drivers.filter((driver) => name === undefined || driver.name === name);
  if (candidates.length === 0) {
    throw new Error(`AICP_E2E_DRIVER is ${drivers.map((driver) => driver.name).join(' or ')}`);
  }
  const why: string[] = [];
  for (const driver of candidates) {
    const obstacles = await driver.obstacles();
    if (obstacles.length === 0) return driver;
    why.push(...obstacles.map((obstacle) => `${driver.name}: ${obstacle}`));
  }
  throw new Error(`no cluster can be had on this machine:\n${why.join('\n')}`);
}
