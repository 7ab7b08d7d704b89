import { afterAll, beforeAll, it } from 'vitest';
import type { ContractOptions } from './contract-server.ts';
import { hasKubectl, Kubectl } from './kubectl.ts';
import { topic, type Topic } from './suite.ts';

/** Registers the cases of a topic that drive stock kubectl; without one, a case that says so. */
export function kubectlTopic(
  name: string,
  options: ContractOptions,
  cases: (shared: () => Topic, kubectl: () => Kubectl) => void,
): void {
  if (!hasKubectl()) {
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
