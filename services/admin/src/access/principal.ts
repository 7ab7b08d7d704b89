import type { Request } from 'express';
import type { ROLES } from '@aicp/contracts/snapshot/fragments';

export type Role = (typeof ROLES)[number];

/** Who sends a request, and what he may do. Made anew for every request from what the snapshot says now. */
export interface Principal {
  /** `key`: by a token that an API key was given for; `user`: a person who signed in at his organization's provider. */
  readonly kind: 'user' | 'key';
  /** The person, where one is known, else the key: what audit entries and `user_id` name. */
  readonly subject: string;
  readonly email?: string;
  /** metadata.uid of the APIKey. */
  readonly keyUid?: string;
  /** metadata.name of the APIKey. */
  readonly keyName?: string;
  readonly role: Role;
  /** metadata.name of the Organization that he is confined to; undefined: he belongs to the platform. */
  readonly organizationId: string | undefined;
  /** metadata.uid of that Organization: another one of the same name is not his. */
  readonly organizationUid?: string | undefined;
  /** metadata.names of his Teams. */
  readonly teamIds: readonly string[];
  /** `resource:verb`. */
  readonly permissions: ReadonlySet<string>;
}

const principals = new WeakMap<Request, Principal>();

/** Notes who sends a request. Called once, by the middleware that checked his token. */
export function setPrincipal(request: Request, principal: Principal): void {
  principals.set(request, principal);
}

/** Who sends a request; undefined on public routes, which nobody is asked on. */
export const principalOf = (request: Request): Principal | undefined => principals.get(request);
