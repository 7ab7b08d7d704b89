import { applyContract } from './apply-cases.ts';
import { clientNodeContract, kubectlCheckContract } from './client-cases.ts';
import { coreKindContract } from './core-kind-cases.ts';
import { deletionContract } from './deletion-cases.ts';
import { discoveryContract } from './discovery-cases.ts';
import { eventContract } from './event-cases.ts';
import { kubectlContract } from './kubectl-cases.ts';
import { listContract, tableContract } from './list-cases.ts';
import { applyRefusalContract, patchContract } from './patch-cases.ts';
import { observedContract } from './observed-cases.ts';
import { propertyContract, casesContract } from './spec-cases.ts';
import { restartContract } from './restart-cases.ts';
import { statusContract } from './status-cases.ts';
import type { ContractOptions } from './suite.ts';
import { validationContract } from './validation-cases.ts';
import { watchContract } from './watch-cases.ts';
import { writeContract } from './write-cases.ts';

/** Registers every case of the contract for one server. */
export function kubernetesContract(options: ContractOptions): void {
  for (const register of [
    writeContract,
    listContract,
    watchContract,
    patchContract,
    applyContract,
    applyRefusalContract,
    statusContract,
    observedContract,
    validationContract,
    casesContract,
    propertyContract,
    tableContract,
    discoveryContract,
    coreKindContract,
    eventContract,
    deletionContract,
    clientNodeContract,
    kubectlContract,
    kubectlCheckContract,
    restartContract,
  ]) {
    register(options);
  }
}
