import type { Request } from 'express';
import type { ROLES } from '@aicp/contracts/snapshot/sections/keys';
import type { Credential, Identity } from './credential.ts';

export type Role = (typeof ROLES)[number];

/** Who sends a request, and what they may do. Made anew for every request from what the snapshot says now. */
export interface Principal {
  /** `key`: by a token that an API key was given for; `user`: a person who signed in at an organization's provider. */
  readonly kind: 'user' | 'key';
  /** The person, where one is known, else the key: what audit entries and `user_id` name. */
  readonly subject: string;
  readonly email?: string;
  /** What a person signed in with: others who act for them look up by it what it is worth then. */
  readonly identity?: Identity;
  /** metadata.uid of the APIKey. */
  readonly keyUid?: string;
  /** metadata.name of the APIKey. */
  readonly keyName?: string;
  readonly role: Role;
  /** metadata.name of the Organization that the principal is confined to; undefined: the principal belongs to the platform. */
  readonly organizationId: string | undefined;
  /** metadata.uid of that Organization: another one of the same name is not meant. */
  readonly organizationUid?: string | undefined;
  /** metadata.names of the principal's Teams. */
  readonly teamIds: readonly string[];
  /** `resource:verb`. */
  readonly permissions: ReadonlySet<string>;
}

const principals = new WeakMap<Request, Principal>();

/** Notes who sends a request. Called once, by the middleware that checked the token. */
export function setPrincipal(request: Request, principal: Principal): void {
  principals.set(request, principal);
}

/** Who sends a request; undefined on public routes, which need no credentials. */
export const principalOf = (request: Request): Principal | undefined => principals.get(request);

/** Somebody who signed in, and what with. */
export interface SignedIn {
  readonly principal: Principal;
  readonly credential: Credential;
}

/** Who credentials stand for, by what the service knows of keys and people now. */
export interface PrincipalSource {
  /** Throws a Problem (503) before anybody is known. */
  requireKnown(): void;
  /** What somebody may do now with what they signed in with; undefined where that is worth nothing any more. */
  of(credential: Credential, nowMs: number): Principal | undefined;
}
