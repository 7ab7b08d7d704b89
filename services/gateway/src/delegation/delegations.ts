import {
  readAssertion,
  type Assertion,
  type Delegator,
  type ExecutionStep,
  type Use,
} from '@aicp/contracts/delegation/assertion';
import { delegatedPerson } from '@aicp/contracts/delegation/delegated-person';
import { mayCall, standingOf } from '@aicp/contracts/people/standing';
import { keyNotKnown, keyRefusal, noRoleToCall } from '@aicp/contracts/routing/key-refusal';
import type { RoutingRefusal } from '@aicp/contracts/routing/refusal';
import type { KeyEntry, Principal } from '@aicp/contracts/routing/request/principal';
import type { Runtime } from '../routing/runtime.ts';
import { principalOfPerson } from './principal-of-person.ts';

/** What a credential is shown for. */
export interface Showing {
  readonly runtime: Runtime;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** What is asked for with it. */
  readonly use: Use;
}

/** Requests that other services send for whoever asks them: each by a credential for that one request. */
export interface Delegations {
  /** Whom a credential stands for, or why it is refused. It is worth nothing a second time. */
  principalOf(credential: string, showing: Showing): Principal | RoutingRefusal;
}

/** So many credentials are remembered: more requests within their time are refused rather than let one be used twice. */
const MOST_REMEMBERED = 100_000;

type Entries = ReadonlyMap<string, KeyEntry>;

/** The names of tags, and of metadata for policies, by which requests of executions are known. */
const EXECUTION_TAG = 'execution';
const STEP_TAG = 'step';

/** Who signs, and so for what. */
export interface Signer {
  /** That it knows as well. */
  readonly secret: string;
  /** Whether it sends the steps of executions, and nothing else; else people's own requests, and nothing else. */
  readonly isOfExecutions: boolean;
}

/** Takes credentials that are signed with a secret which one other service knows as well. */
export class SignedDelegations implements Delegations {
  private readonly signer: Signer;
  /** Until when each is remembered, the oldest first. */
  private readonly used = new Map<string, number>();
  /** Made for those snapshots alone by which somebody is asked for. */
  private readonly byUid = new WeakMap<Runtime['keys'], Entries>();

  constructor(signer: Signer) {
    this.signer = signer;
  }

  principalOf(credential: string, { runtime, nowMs, use }: Showing): Principal | RoutingRefusal {
    const assertion = readAssertion(credential, { secret: this.signer.secret, nowMs });
    if (!assertion || !this.isFor(use, assertion) || !this.use(assertion, nowMs)) {
      return keyNotKnown();
    }
    const found = this.delegatorOf(assertion, runtime, nowMs);
    const { execution, delegator } = assertion;
    if ('status' in found) return found;
    const asked = { ...found, delegator };
    return execution ? marked(asked, execution) : asked;
  }

  /** A credential for one thing is worth nothing for another. */
  private isFor(use: Use, assertion: Assertion): boolean {
    const isOfExecution = assertion.execution !== undefined;
    return isOfExecution === this.signer.isOfExecutions && assertion.use === use;
  }

  private delegatorOf(
    { delegator }: Assertion,
    runtime: Runtime,
    nowMs: number,
  ): Principal | RoutingRefusal {
    if (delegator.type === 'person') return personOf(delegator, runtime);
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

/** Told apart by its execution and its step, in records and by policies, whatever its key says of itself. */
const marked = (principal: Principal, { id, step }: ExecutionStep): Principal => ({
  ...principal,
  metadata: { ...principal.metadata, [EXECUTION_TAG]: id, [STEP_TAG]: step },
  step: { id, step },
});

/** Of several services, each with a secret of its own. */
export class AnyDelegations implements Delegations {
  private readonly each: readonly Delegations[];

  constructor(each: readonly Delegations[]) {
    this.each = each;
  }

  principalOf(credential: string, showing: Showing): Principal | RoutingRefusal {
    for (const one of this.each) {
      const found = one.principalOf(credential, showing);
      if (!('status' in found) || found.code !== keyNotKnown().code) return found;
    }
    return keyNotKnown();
  }
}

/** A person, if their organization has them in that team now, and gives them a role by which they may call. */
function personOf(
  delegator: Extract<Delegator, { type: 'person' }>,
  { people }: Runtime,
): Principal | RoutingRefusal {
  const { organization, businessUnit, team, user } = delegator;
  const standing = standingOf(delegatedPerson(delegator), people);
  const isOfTeam = team === undefined || standing?.teams.includes(team) === true;
  if (!standing || !mayCall(standing.role) || !isOfTeam) return noRoleToCall();
  const organizationUid = standing.organization.source.uid;
  const teamUid = team === undefined ? undefined : people.team(team)?.source.uid;
  return principalOfPerson({ organization, organizationUid, businessUnit, team, teamUid, user });
}
