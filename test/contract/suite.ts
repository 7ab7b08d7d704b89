import { afterAll, beforeAll, describe, it } from 'vitest';
import { ContractClient, type ContractServer } from './contract-client.ts';
import { Kubectl, hasKubectl } from './kubectl.ts';

/** What the cases of one topic share: a client, and a namespace of their own. */
export interface Topic {
  readonly client: ContractClient;
  readonly namespace: string;
  readonly options: ContractOptions;
}

/** Registers the cases of a topic; `cases` gets a function that answers what they share once they run. */
export function topic(
  name: string,
  options: ContractOptions,
  cases: (shared: () => Topic) => void,
): void {
  describe(name, () => {
    let shared: Topic | undefined;
    beforeAll(async () => {
      const client = new ContractClient(options.server());
      const namespace = await client.newNamespace('contract');
      shared = { client, namespace, options };
    });
    afterAll(async () => {
      await shared?.client.close();
    });
    cases(() => {
      if (!shared) throw new Error('the cases have not begun');
      return shared;
    });
  });
}

export interface ContractOptions {
  /** The server; called once the tests run. */
  readonly server: () => ContractServer;
  /** Whether something empties namespaces and collects garbage (a bare kube-apiserver has no controllers). */
  readonly controllers: boolean;
  /** Whether watches can begin with `sendInitialEvents` (kube-apiserver needs etcd 3.4.25 or later for it). */
  readonly watchList: boolean;
  /** What `kubectl explain` calls a decimal: a CRD cannot name its type, so that kube-apiserver's are objects. */
  readonly decimals: 'IntOrString' | 'Object';
}

/** Registers the cases of a topic that drive stock kubectl; without one, a case that says so. */
export function kubectlTopic(
  name: string,
  options: ContractOptions,
  cases: (shared: () => Topic, kubectl: () => Kubectl) => void,
): void {
  if (!hasKubectl()) {
    if (process.env['AICP_REQUIRE_KUBECTL']) {
      throw new Error('AICP_REQUIRE_KUBECTL is set and there is no kubectl on the PATH');
    }
    it.skip(`${name}: skipped, because kubectl is not on the PATH`, () => undefined);
    return;
  }
  topic(name, options, (shared) => {
    let kubectl: Kubectl;
    beforeAll(async () => {
      kubectl = await Kubectl.open(options.server().kubeconfigPath, shared().namespace);
    });
    afterAll(async () => {
      await kubectl.close();
    });
    cases(shared, () => kubectl);
  });
}
