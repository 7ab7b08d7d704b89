import { createHash } from 'node:crypto';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import { TextSeal } from '../seal/text-seal.ts';

/** What lives at a provider, with what its ids begin with at OpenAI, by which clients tell them apart. */
export const HELD_PREFIXES = {
  file: 'file-',
  /** A place in a list of files, which is no file that may be asked for: the one that stands there may be another tenant's. */
  'file-list': 'page_',
  batch: 'batch_',
  response: 'resp_',
  session: 'sess_',
} as const;

export type HeldKind = keyof typeof HELD_PREFIXES;

/** Something that lives at a provider. */
export interface Held {
  /** Name of the Provider. */
  readonly provider: string;
  /** The `identity` of that Provider, so that what was left with another one of the same name is not asked for there. */
  readonly identity: string;
  /** Name of the credential by which it was left there: providers keep things for each account. */
  readonly credential: string;
  /** What the provider calls it. */
  readonly upstreamId: string;
  /** The id of the model that it is of; absent: of none. */
  readonly model?: string | undefined;
}

/** What was opened: `identity` is a digest, to be compared by `isOf`. */
export interface OpenedHeld extends Omit<Held, 'identity'> {
  readonly identityDigest: string;
}

/** Whose it is: an organization, and within it a team; a key's own where it is of neither. */
export type HeldScope = Pick<
  Principal,
  'organization' | 'organizationUid' | 'team' | 'teamUid' | 'key' | 'uid'
>;

/** Ids of providers are far shorter; what is longer is no id of ours. */
const MOST_CHARACTERS = 2_048;

/** Characters of a digest that tell one Provider of a name from another. */
const DIGEST_CHARACTERS = 16;

/**
 * Ids of what lives at providers, as clients see them: sealed to the organization and the team to which they were given, with the provider, the credential and the
 * provider's own id inside. Nobody else can use one, nobody can make one, and every replica that knows the secret opens what another one sealed. The
 * same thing always has the same id.
 */
export class HeldIds {
  private readonly texts: TextSeal;

  constructor(secret: string | Buffer) {
    this.texts = new TextSeal(secret, {
      purpose: 'aicp-held-ids-v1',
      mostCharacters: MOST_CHARACTERS,
    });
  }

  /** The id as somebody of this scope sees it. */
  seal(scope: HeldScope, kind: HeldKind, held: Held): string {
    const { provider, identity, credential, upstreamId, model } = held;
    const said = [provider, digestOf(identity), credential, upstreamId, model ?? ''];
    return `${HELD_PREFIXES[kind]}${this.texts.seal(boundsOf(scope, kind), JSON.stringify(said))}`;
  }

  /** What is behind an id that somebody of this scope sent; undefined where it was not given to them. */
  open(scope: HeldScope, kind: HeldKind, id: string): OpenedHeld | undefined {
    const prefix = HELD_PREFIXES[kind];
    if (!id.startsWith(prefix)) return undefined;
    const said = this.texts.open(boundsOf(scope, kind), id.slice(prefix.length));
    if (said === undefined) return undefined;
    const [provider, identityDigest, credential, upstreamId, model] = JSON.parse(said) as Sealed;
    return { provider, identityDigest, credential, upstreamId, model: model || undefined };
  }
}

/** Whether it was left with this Provider, and not with another that had its name. */
export const isOf = (opened: Pick<OpenedHeld, 'identityDigest'>, identity: string): boolean =>
  opened.identityDigest === digestOf(identity);

type Sealed = [
  provider: string,
  identityDigest: string,
  credential: string,
  upstreamId: string,
  model: string,
];

const boundsOf = (scope: HeldScope, kind: HeldKind): string[] => [kind, ...scopeBounds(scope)];

/** Texts that tell a scope from every other one: an organization or a team that is made anew under an old name is another one. */
export const scopeBounds = (scope: HeldScope): string[] => [
  ...[scope.organization ?? '', scope.organizationUid ?? ''],
  ...[scope.team ?? '', scope.teamUid ?? ''],
  ...((scope.organization ?? scope.team) === undefined ? [scope.key, scope.uid ?? ''] : []),
];

/** What an id says of the Provider. */
export const digestOf = (identity: string): string =>
  createHash('sha256').update(identity).digest('base64url').slice(0, DIGEST_CHARACTERS);
