import type { Principal } from '@aicp/contracts/routing/request/principal';

/** Whom a question is for, and whose a call is: a session is its principal's alone. */
export interface Addressee {
  readonly principal: string;
  readonly session: string;
}

/** A principal as one text that no other has. */
export const principalText = ({ uid, key, organization }: Principal): string =>
  JSON.stringify([organization ?? null, uid ?? null, key]);

/** A session as one text. */
export const keyOfSession = ({ principal, session }: Addressee): string =>
  JSON.stringify([principal, session]);
