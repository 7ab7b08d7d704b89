import type { HeldIds } from '../../held/held-ids.ts';
import type { OwnerNames } from '../../held/owner-names.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';

/** What requests about files need. */
export interface FileNeeds {
  readonly gateway: Gateway;
  readonly ids: HeldIds;
  readonly names: OwnerNames;
}
