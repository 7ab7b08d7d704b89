import { isNeverAllowed, NEVER_ALLOWED } from '@aicp/common/http/address-guard';
import { addressesOf, unreadableAddresses } from '@aicp/contracts/checks/addresses-of';
import { specFaults } from '@aicp/contracts/checks/spec-faults';

/** Sentences on what is wrong with a spec that its schema takes. */
export const faultsOf = (kind: string, spec: object): readonly string[] =>
  [
    ...specFaults(kind, { ...spec }),
    ...unreadableAddresses(spec),
    ...addressesOf(spec)
      .filter(({ url }) => isNeverAllowed(url))
      .map(({ path }) => ({ path, message: NEVER_ALLOWED })),
  ].map(({ path, message }) => `${['spec', ...path].join('.')}: ${message}`);
