import { afterAll, beforeAll, describe } from 'vitest';
import { ContractClient } from './contract-client.ts';
import type { ContractOptions } from './contract-server.ts';

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
