import type { Role } from '@aicp/api-kit/access/principal';
import { makeAssertion } from '@aicp/contracts/delegation/assertion';
import { ADMIN_SECRET } from './engine-fixture.ts';
import { signOn } from './fragments.ts';

/** The headers of a request that the admin service sends for somebody who signed in as this person of acme, with this role. Each is good once. */
export function asPerson(user: string, role: Role): { readonly authorization: string } {
  const signing = { secret: ADMIN_SECRET, nowMs: Date.now(), audience: 'aicp-workflow' as const };
  const credential = makeAssertion(
    { type: 'person', organization: 'acme', user, signOn },
    { ...signing, role },
  );
  return { authorization: `Bearer ${credential}` };
}
