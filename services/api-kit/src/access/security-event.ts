import type { Principal } from './principal.ts';

/** What happened at the door: somebody came in, left, or was turned away. */
export interface SecurityEvent {
  /** `login_failed`: no such key, or one that may not be used. `denied`: somebody known asked for what they may not do. */
  readonly type: 'login' | 'login_failed' | 'logout' | 'denied';
  /** Who, where that is known. */
  readonly principal: Principal | undefined;
  /** metadata.name of the Organization that somebody unknown tried to sign in to. */
  readonly organizationId?: string;
  /** metadata.uid of it. */
  readonly organizationUid?: string;
  /** metadata.name of the key, where it is known; a failed login may have named one that is blocked. */
  readonly keyName: string | undefined;
  readonly requestId: string;
  readonly ip: string | undefined;
  readonly source: 'api' | 'console';
  readonly method: string;
  readonly path: string;
  /** Why, for those that were turned away: `unknown`, `blocked`, `expired`, what the provider's answer lacked, or the permission that is lacking. */
  readonly reason: string | undefined;
}

/** Hears of every event. It must not throw, and nobody waits for it. */
export type SecurityListener = (event: SecurityEvent) => void;
