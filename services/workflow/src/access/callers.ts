import { shownBy, type CallerLimits } from '@aicp/api-kit/access/caller-limits';
import { problemOf } from '@aicp/api-kit/access/key-state';
import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { shownSecret } from '@aicp/api-kit/access/shown-secret';
import type { RouteContext } from '@aicp/api-kit/route/route';
import { Problem, unauthorized } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import { ASSERTION_PREFIX, type Assertion } from '@aicp/contracts/delegation/assertion';
import { delegatedPerson } from '@aicp/contracts/delegation/delegated-person';
import { standingOf } from '@aicp/contracts/people/standing';
import type { Request } from 'express';
import type { Known, WorkflowSnapshot } from '../snapshot/workflow-snapshot.ts';
import { callerOfKey, callerOfPerson, sees, type Caller, type Owned } from './caller.ts';
import type { RequireNoForeignPage } from './foreign-pages.ts';
import type { UsedAssertions } from './used-assertions.ts';

const LONGEST_KEY = 1_024;
/** What failures with signed credentials are counted under: apart from those with keys. */
const SIGNED = 'signed credentials';
/** The same for every credential that does not work, so that nobody learns which ones there are. */
const UNKNOWN = 'This API key is not known here, or may not be used any more.';
/** metadata.name of the APIKey that executions of callers without credentials run as. */
export const BUILT_IN_KEY = 'workflows';

interface CallersOptions {
  readonly snapshot: Pick<WorkflowSnapshot, 'current'>;
  readonly limits: CallerLimits;
  /** Of the admin service. */
  readonly assertions: Pick<UsedAssertions, 'take'>;
  /** Of gateways. */
  readonly gateways: Pick<UsedAssertions, 'take'>;
  readonly clock: Clock;
  /** Asked of every request without credentials. */
  readonly requireNoForeignPage: RequireNoForeignPage;
  /** Whether this replica was told to ask for keys; the settings may ask for them too. */
  readonly requireAuth: boolean;
}

interface Admitted {
  /** As who they were let in. */
  readonly caller: Caller;
  /** Who they are by the same credential now; undefined: they would not be let in. */
  readonly now: () => Caller | undefined;
}

/** Finds out who asks, by the key or the admin service's assertion that comes with a request, and counts how often. */
export class Callers {
  private readonly options: CallersOptions;
  private readonly admitted = new WeakMap<Request, Admitted>();

  constructor(options: CallersOptions) {
    this.options = options;
  }

  /**
   * Admits whoever sends a request before its body is read. Rejects with a Problem: 401 for a credential that does not work, or none where one is required; 403 for a page that may not ask without one; 429 for who asks, or
   * fails, too often; 503 before there is a snapshot, or where the key of callers without credentials is missing.
   */
  readonly admit = async ({
    ip = '',
    request,
  }: Pick<RouteContext, 'ip' | 'request'>): Promise<void> => {
    this.admitted.set(request, await this.identify(request, ip));
  };

  /** As `admit`, for what nobody may do without credentials. */
  readonly admitKnown = async (context: Pick<RouteContext, 'ip' | 'request'>): Promise<void> => {
    await this.admit(context);
    if (this.of(context.request).isAnonymous) throw unauthorized(SEND_ONE);
  };

  /** Admits whom a gateway asks for, as `admit` does; nobody else. */
  readonly admitFromGateway = async ({
    ip = '',
    request,
  }: Pick<RouteContext, 'ip' | 'request'>): Promise<void> => {
    const admitted = await this.ofSecret(shownSecret(request) ?? '', ip, (secret) =>
      this.asserted(secret, this.options.gateways),
    );
    this.admitted.set(request, admitted);
  };

  /** Who was admitted with a request. */
  of(request: Request): Caller {
    return this.admittedWith(request).caller;
  }

  /** Whether who was admitted with a request would be let in with the same credential now, and would see this execution. */
  seesStill(request: Request, execution: Owned): boolean {
    const caller = this.admittedWith(request).now();
    return caller !== undefined && sees(caller, execution);
  }

  private admittedWith(request: Request): Admitted {
    const admitted = this.admitted.get(request);
    if (admitted) return admitted;
    throw new Error('a route asked who sent a request that it did not admit');
  }

  private async identify(request: Request, ip: string): Promise<Admitted> {
    const { limits } = this.options;
    const secret = shownSecret(request);
    if (secret !== undefined) {
      return await this.ofSecret(secret, ip, (one) => this.shown(one));
    }
    await limits.countRequest(`address ${ip}`);
    if (this.requiresAuth) throw unauthorized(SEND_ONE);
    this.options.requireNoForeignPage(request);
    const caller = this.nobody();
    if (caller) return { caller, now: () => (this.requiresAuth ? undefined : this.nobody()) };
    throw new Problem(
      503,
      `Callers without a key run as the APIKey "${BUILT_IN_KEY}", which is missing, blocked or changed: send an API key, or restore it as a member of no organization.`,
    );
  }

  private get requiresAuth(): boolean {
    const { requireAuth, snapshot } = this.options;
    return requireAuth || snapshot.current.requiresAuth;
  }

  /** Who callers without credentials are; undefined where they are nobody. */
  private nobody(): Caller | undefined {
    const { clock, snapshot } = this.options;
    const { people } = snapshot.current;
    const key = builtIn(snapshot.current);
    if (!key || !works(key, clock.now())) return undefined;
    if (key.organization !== undefined || key.role !== 'member') return undefined;
    return callerOfKey(key, people, true);
  }

  private async ofSecret(
    secret: string,
    ip: string,
    find: (secret: string) => Admitted | undefined,
  ): Promise<Admitted> {
    const { limits } = this.options;
    const isSigned = secret.startsWith(ASSERTION_PREFIX);
    const shown = isSigned ? SIGNED : shownBy(secret);
    // A service signs for many from one address, and nobody guesses a signature: what is rightly signed is never refused for what else came from there.
    if (!isSigned) await limits.checkLogin(ip, shown);
    const admitted = find(secret);
    if (!admitted) {
      if (isSigned) await limits.checkLogin(ip, shown);
      await limits.countFailedLogin(ip, shown);
      throw unauthorized(UNKNOWN);
    }
    await limits.countRequest(`caller ${admitted.caller.id}`);
    return admitted;
  }

  private shown(secret: string): Admitted | undefined {
    if (secret.startsWith(ASSERTION_PREFIX)) return this.asserted(secret, this.options.assertions);
    const now = (): Caller | undefined => this.holderOf(secret);
    const caller = now();
    return caller && { caller, now };
  }

  private holderOf(secret: string): Caller | undefined {
    const { clock, snapshot } = this.options;
    const found = secret.length > LONGEST_KEY ? undefined : snapshot.current.keys.ofSecret(secret);
    if (!found || problemOf(found.key, found.hash, clock.now())) return undefined;
    return callerOfKey(found.key, snapshot.current.people);
  }

  private asserted(secret: string, of: Pick<UsedAssertions, 'take'>): Admitted | undefined {
    const { clock, snapshot } = this.options;
    const assertion = of.take(secret);
    const caller = assertion && ofAssertion(assertion, snapshot.current, clock.now());
    if (!caller) return undefined;
    return {
      caller: { ...caller, asksFor: assertion.execution },
      now: () => ofAssertionNow(assertion, snapshot.current, clock.now()),
    };
  }
}

const SEND_ONE = 'Send an API key: X-Api-Key, or Authorization: Bearer.';

/** A person's role is said by the admin service, which knows it also of whoever comes by single sign-on alone; a key's by the snapshot. */
function ofAssertion(
  { delegator, role }: Pick<Assertion, 'delegator' | 'role'>,
  known: Known,
  nowMs: number,
): Caller | undefined {
  if (delegator.type === 'person') {
    return callerOfPerson(delegator, role ?? 'member', known.people);
  }
  const key = known.keys.ofUid(delegator.uid);
  if (!key || (key.tokenGeneration ?? 0) !== delegator.generation) return undefined;
  return works(key, nowMs) ? callerOfKey(key, known.people) : undefined;
}

/** The same later on, when only the snapshot says what a person still is. */
function ofAssertionNow(
  assertion: Pick<Assertion, 'delegator' | 'role'>,
  known: Known,
  nowMs: number,
): Caller | undefined {
  const { delegator } = assertion;
  if (delegator.type !== 'person') return ofAssertion(assertion, known, nowMs);
  const standing = standingOf(delegatedPerson(delegator), known.people);
  if (!standing) return undefined;
  const isInTeam = delegator.team !== undefined && standing.teams.includes(delegator.team);
  const person = isInTeam ? delegator : { ...delegator, team: undefined };
  return callerOfPerson(person, standing.role, known.people);
}

/** Whether any secret of a key may be used. */
const works = (key: KnownKey, nowMs: number): boolean =>
  key.hashes.some(({ hash }) => !problemOf(key, hash, nowMs));

function builtIn({ keys }: Known): KnownKey | undefined {
  for (const key of keys.all()) if (key.id === BUILT_IN_KEY) return key;
  return undefined;
}
