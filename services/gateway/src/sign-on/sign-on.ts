import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { personOfClaims, type Claims } from '@aicp/contracts/people/person-of-claims';
import { mayCall, standingOf } from '@aicp/contracts/people/standing';
import {
  issuerAway,
  noRoleToCall,
  organizationNotNamed,
  tokenNotTaken,
} from '@aicp/contracts/routing/key-refusal';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { RoutingRefusal } from '@aicp/contracts/routing/refusal';
import type { OrganizationFragment } from '@aicp/contracts/snapshot/sections/accounts';
import type { ClientRequest } from '../client/client.ts';
import { principalOfPerson } from '../delegation/principal-of-person.ts';
import type { Runtime } from '../routing/runtime.ts';
import type { IssuerKeys, ReadDocument } from './issuer-keys.ts';

/** What is asked for with a token. */
export interface Resource {
  /** The organization in whose name it is asked for; undefined: the one whose issuer the token names. */
  readonly organization: string | undefined;
  /** Paths of which the token has to name one, with our address before it, as its audience. */
  readonly paths: readonly string[];
}

export interface SignOnOptions {
  /** Where clients reach us: `https://ai.example.com`, without a path. */
  readonly publicUrl: string;
  /** Guarded: organizations name their providers themselves. */
  readonly read: ReadDocument;
  readonly clock: Clock;
  readonly log: Logger;
}

type PersonOfClaims = NonNullable<ReturnType<typeof personOfClaims>>;

interface Asked {
  readonly runtime: Runtime;
  readonly resource: Resource;
  /** metadata.name of the Team whose limits and servers count; undefined: the first of theirs. */
  readonly team: string | undefined;
}

/** Tokens that providers of organizations gave to their people for us. What checks them is loaded with the first. */
export class SignOn {
  readonly publicUrl: string;
  private readonly options: SignOnOptions;
  private keys: Promise<IssuerKeys> | undefined;
  private people: Runtime['people'] | undefined;

  constructor(options: SignOnOptions) {
    this.options = options;
    this.publicUrl = options.publicUrl;
  }

  /** Whom a token is of, with the rights of a member of their organization; or why it lets nobody in. */
  async principalOf(token: string, asked: Asked): Promise<Principal | RoutingRefusal> {
    const { issuerIn, checkToken } = await import('./check-token.ts');
    const { runtime, resource } = asked;
    const issuer = issuerIn(token);
    const organizations = organizationsFor(issuer, asked);
    if (issuer === undefined || organizations.length === 0) return tokenNotTaken();
    const claims = await checkToken(token, {
      issuer,
      audiences: resource.paths.map((path) => this.publicUrl + path),
      keys: await this.keysFor(runtime),
      nowMs: this.options.clock.now(),
    });
    if (claims === 'away') return issuerAway();
    if (!claims) return tokenNotTaken();
    const [organization, another] = organizations;
    // Whose they are is not guessed: no claim of a token decides it.
    if (!organization || another) return organizationNotNamed();
    return memberOf(organization, claims, asked);
  }

  /** The keys of those issuers that the snapshot names. */
  private async keysFor({ people }: Runtime): Promise<IssuerKeys> {
    this.keys ??= import('./issuer-keys.ts').then(({ IssuerKeys: Keys }) => new Keys(this.options));
    const keys = await this.keys;
    if (people !== this.people) keys.keepOnly(people.issuers);
    this.people = people;
    return keys;
  }
}

/** Whose token it may be, by what it says of its issuer and by what is asked for. */
function organizationsFor(
  issuer: string | undefined,
  { runtime, resource }: Asked,
): readonly OrganizationFragment[] {
  const found = issuer === undefined ? [] : runtime.people.signingInBy(issuer);
  const { organization } = resource;
  return organization === undefined ? found : found.filter(({ id }) => id === organization);
}

/** The member of an organization that a token is of. */
function memberOf(
  organization: OrganizationFragment,
  claims: Claims,
  { runtime: { people }, team: named }: Asked,
): Principal | RoutingRefusal {
  const { sso, id, source } = organization;
  const person = sso && personOfClaims(claims, organization, sso);
  const standing = person && standingOf(person, people);
  if (!standing || !mayCall(standing.role)) return noRoleToCall();
  const team = named ?? standing.teams[0];
  if (team !== undefined && !standing.teams.includes(team)) return noRoleToCall();
  const { businessUnit, teamUid } = countedIn(team, people);
  const counted = { organization: id, businessUnit, team, user: person.subject };
  const signOn = signOnOf(person, sso.clientId);
  return {
    ...principalOfPerson({ ...counted, organizationUid: source.uid, teamUid }),
    delegator: { type: 'person', ...counted, signOn },
  };
}

/** What follows from the team that somebody is counted in. */
function countedIn(
  team: string | undefined,
  people: Runtime['people'],
): Pick<Principal, 'businessUnit' | 'teamUid'> {
  const known = team === undefined ? undefined : people.team(team);
  return { businessUnit: known?.businessUnit, teamUid: known?.source.uid };
}

/** What the workflow engine looks up by what they may do. */
function signOnOf(
  { issuer, organizationUid, facts, email, isEmailVerified }: PersonOfClaims,
  client: string,
) {
  const vouched = isEmailVerified && email !== undefined ? { email } : {};
  return { issuer, client, organizationUid, facts: [...facts], ...vouched };
}

const TOKEN = /^bearer +([\w-]+\.[\w-]+\.[\w-]*) *$/i;
const TEAM_HEADER = 'x-aicp-team';

/** The token that a request shows; undefined where what it shows is none, as no key is. */
export const tokenIn = ({ headers }: ClientRequest): string | undefined =>
  TOKEN.exec(headers.authorization ?? '')?.[1];

/** The team that a request names, whose limits and servers are to count. */
export function teamIn({ headers }: ClientRequest): string | undefined {
  const named = headers[TEAM_HEADER];
  return typeof named === 'string' && named !== '' ? named : undefined;
}
