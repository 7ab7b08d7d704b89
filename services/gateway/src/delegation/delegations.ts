import {
  readAssertion,
  type Assertion,
  type Delegator,
} from '@aicp/contracts/delegation/assertion';
import { keyNotKnown, keyRefusal } from '@aicp/contracts/routing/key-refusal';
import type { RoutingRefusal } from '@aicp/contracts/routing/refusal';
import type { KeyEntry, Principal } from '@aicp/contracts/routing/request/principal';
import { toAllowedModels } from '@aicp/contracts/routing/catalog/entitlement';
import type { Runtime } from '../routing/runtime.ts';

/** Requests that the admin service sends for whoever asks it: each by a credential for that one request. */
export interface Delegations {
  /** Whom a credential stands for, or why it is refused. It is worth nothing a second time. */
  principalOf(credential: string, runtime: Runtime, nowMs: number): Principal | RoutingRefusal;
}

/** So many credentials are remembered: more requests within their time are refused rather than let one be used twice. */
const MOST_REMEMBERED = 100_000;

type Entries = ReadonlyMap<string, KeyEntry>;

/** Takes credentials that are signed with a secret which the admin service knows as well. */
export class SignedDelegations implements Delegations {
  private readonly secret: string;
  /** Until when each is remembered, the oldest first. */
  private readonly used = new Map<string, number>();
  /** Made for those snapshots alone by which somebody is asked for. */
  private readonly byUid = new WeakMap<Runtime['keys'], Entries>();

  constructor(secret: string) {
    this.secret = secret;
  }

  principalOf(credential: string, runtime: Runtime, nowMs: number): Principal | RoutingRefusal {
    const assertion = readAssertion(credential, { secret: this.secret, nowMs });
    if (!assertion || !this.use(assertion, nowMs)) return keyNotKnown();
    const { delegator } = assertion;
    if (delegator.type === 'person') return personOf(delegator);
    const entry = this.entriesOf(runtime).get(delegator.uid);
    if (!entry || (entry.principal.tokenGeneration ?? 0) !== delegator.generation) {
      return keyNotKnown();
    }
    return keyRefusal(entry.principal, entry.until, nowMs) ?? entry.principal;
  }

  private use({ id, endsMs }: Assertion, nowMs: number): boolean {
    for (const [one, ends] of this.used) {
      if (ends > nowMs) break;
      this.used.delete(one);
    }
    if (this.used.has(id) || this.used.size >= MOST_REMEMBERED) return false;
    this.used.set(id, endsMs);
    return true;
  }

  /** Of a key that was rotated, the secret that works longest counts. */
  private entriesOf({ keys }: Runtime): Entries {
    const known = this.byUid.get(keys);
    if (known) return known;
    const entries = new Map<string, KeyEntry>();
    for (const entry of keys.values()) {
      const { uid } = entry.principal;
      if (uid === undefined) continue;
      const before = entries.get(uid);
      if (!before || before.until < entry.until) entries.set(uid, entry);
    }
    this.byUid.set(keys, entries);
    return entries;
  }
}

/** Counted by itself, as a key would be: no key has a name with a colon. What its organization and its team allow is all that limits its models. */
const personOf = ({
  organization,
  businessUnit,
  team,
  user,
}: Extract<Delegator, { type: 'person' }>): Principal => ({
  key: `person:${user}`,
  organization,
  businessUnit,
  team,
  user,
  allowed: toAllowedModels([]),
  blocked: false,
  ownerMissing: undefined,
  metadata: {},
});
