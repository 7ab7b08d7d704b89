import type { Principal } from '@aicp/contracts/routing/request/principal';

/** What judges are told of who asks. */
export const toldOfCaller = ({
  key,
  team,
  organization,
}: Pick<Principal, 'key' | 'team' | 'organization'>): Readonly<Record<string, string>> => ({
  key,
  ...(team !== undefined && { team }),
  ...(organization !== undefined && { organization }),
});
