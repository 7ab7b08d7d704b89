import { createHmac, hash, randomUUID } from 'node:crypto';
import { credential, holderOf, type Credential } from '../access/credential.ts';
import type { Database } from '@aicp/common/database/open-database';

/** A session, however active, ends so long after the sign-in, seconds. */
export const SESSION_SECONDS = 12 * 3600;
/**
 * So long the token before is still taken, ms: two tabs that refresh at once are no theft, nor is a page that was left before the answer came. It gives the same next token
 * again, whoever shows it: of two who have that one, the first to use it ends the session for both as soon as the other does.
 */
export const GRACE_MS = 30_000;
const SECRET_BYTES = 32;
/** So much of a browser's name tells it from others. */
const AGENT_CHARACTERS = 256;
/** So many sessions one key, or one person, may have at a time: the oldest ends for another. */
export const MOST_SESSIONS = 20;

export interface Session {
  readonly id: string;
  readonly credential: Credential;
  readonly expiresAt: Date;
}

/** Where a session was begun. */
export interface SessionOrigin {
  /** Of the network; undefined where it is not known. */
  readonly address: string | undefined;
  /** What the browser calls itself (`User-Agent`), its beginning. */
  readonly agent: string | undefined;
}

/** A session as its holder sees it. */
export interface SessionFacts extends SessionOrigin {
  readonly id: string;
  readonly openedAt: Date;
  /** When it was last gone on with: an access token is good for half an hour. */
  readonly usedAt: Date;
  readonly expiresAt: Date;
}

/** What became of a refresh token that was shown. */
export type Refreshed =
  /** `token` is good from now on. */
  | { readonly type: 'good'; readonly session: Session; readonly token: string }
  /** It was used up before: somebody has a copy, so the session must end for both. */
  | { readonly type: 'reused'; readonly session: Session }
  | { readonly type: 'unknown' };

interface Shown {
  readonly id: string;
  /** The half that all tokens of the session have: without it, nobody is known to have had one. */
  readonly family: string;
  readonly secret: string;
  readonly hashed: string;
}

/** Sessions, in the database, so that any replica can go on with them. Everything rejects with DatabaseUnavailable. */
export class SessionStore {
  private readonly database: Pick<Database<SessionTables>, 'kysely'>;
  private readonly randomBytes: (bytes: number) => Buffer;

  constructor(options: {
    database: Pick<Database<SessionTables>, 'kysely'>;
    randomBytes: (bytes: number) => Buffer;
  }) {
    this.database = options.database;
    this.randomBytes = options.randomBytes;
  }

  /** Begins a session; what has ended by itself is removed on the way. `ended` are the sessions that had to end for it. */
  async open(
    of: Credential,
    { address, agent }: SessionOrigin,
    nowMs: number,
  ): Promise<{ session: Session; token: string; ended: readonly string[] }> {
    const { kysely } = this.database;
    const now = new Date(nowMs);
    await kysely.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    const session = {
      id: randomUUID(),
      credential: of,
      expiresAt: new Date(nowMs + SESSION_SECONDS * 1000),
    };
    const family = this.newSecret();
    const secret = this.newSecret();
    const holder = holderOf(of);
    const ended = await this.makeRoom(holder);
    await kysely
      .insertInto('sessions')
      .values({
        id: session.id,
        holder,
        family_hash: hash('sha256', family),
        credential: JSON.stringify(of),
        token_hash: hash('sha256', secret),
        previous_hash: null,
        salt: null,
        rotated_at: now,
        expires_at: session.expiresAt,
        address: address ?? null,
        agent: agent?.slice(0, AGENT_CHARACTERS) ?? null,
      })
      .execute();
    return { session, token: tokenOf({ id: session.id, family }, secret), ended };
  }

  /** Takes a refresh token and gives the next one. One that was used up is told apart. */
  async refresh(token: string, nowMs: number): Promise<Refreshed> {
    const shown = shownBy(token);
    if (!shown) return { type: 'unknown' };
    const next = await this.rotate(shown, nowMs);
    if (next !== undefined) return next;
    const row = await this.find(shown, nowMs);
    if (!row) return { type: 'unknown' };
    const { session, previousHash, salt, rotatedAt } = row;
    const isRecent = nowMs - rotatedAt.getTime() <= GRACE_MS;
    if (previousHash === shown.hashed && salt !== null && isRecent) {
      return { type: 'good', session, token: tokenOf(shown, nextSecret(shown, salt)) };
    }
    return { type: 'reused', session };
  }

  async end(id: string): Promise<void> {
    await this.database.kysely.deleteFrom('sessions').where('id', '=', id).execute();
  }

  /** The sessions of a holder (`holderOf` a credential), the newest first. */
  async listOf(holder: string, nowMs: number): Promise<readonly SessionFacts[]> {
    const rows = await this.database.kysely
      .selectFrom('sessions')
      .select(['id', 'rotated_at', 'expires_at', 'address', 'agent'])
      .where('holder', '=', holder)
      .where('expires_at', '>', new Date(nowMs))
      .orderBy('expires_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      openedAt: new Date(row.expires_at.getTime() - SESSION_SECONDS * 1000),
      usedAt: row.rotated_at,
      expiresAt: row.expires_at,
      address: row.address ?? undefined,
      agent: row.agent ?? undefined,
    }));
  }

  /** Ends the oldest sessions of a holder until there is room for one more; answers which. */
  private async makeRoom(holder: string): Promise<string[]> {
    const { kysely } = this.database;
    const crowd = kysely
      .selectFrom('sessions')
      .select('id')
      .where('holder', '=', holder)
      .orderBy('expires_at', 'desc')
      .orderBy('id')
      .offset(MOST_SESSIONS - 1);
    const gone = await kysely
      .deleteFrom('sessions')
      .where('id', 'in', crowd)
      .returning('id')
      .execute();
    return gone.map(({ id }) => id);
  }

  /** One statement, so that of two who show the same token only one gets the next. */
  private async rotate(shown: Shown, nowMs: number): Promise<Refreshed | undefined> {
    const { id, family, hashed } = shown;
    const now = new Date(nowMs);
    const salt = this.newSecret();
    const next = nextSecret(shown, salt);
    const row = await this.database.kysely
      .updateTable('sessions')
      .set({ token_hash: hash('sha256', next), previous_hash: hashed, salt, rotated_at: now })
      .where('id', '=', id)
      .where('family_hash', '=', hash('sha256', family))
      .where('token_hash', '=', hashed)
      .where('expires_at', '>', now)
      .returning(['id', 'credential', 'expires_at'])
      .executeTakeFirst();
    return row && { type: 'good', session: toSession(row), token: tokenOf(shown, next) };
  }

  private async find({ id, family }: Shown, nowMs: number) {
    const row = await this.database.kysely
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', id)
      .where('family_hash', '=', hash('sha256', family))
      .where('expires_at', '>', new Date(nowMs))
      .executeTakeFirst();
    return (
      row && {
        session: toSession(row),
        previousHash: row.previous_hash,
        salt: row.salt,
        rotatedAt: row.rotated_at,
      }
    );
  }

  private newSecret(): string {
    return this.randomBytes(SECRET_BYTES).toString('base64url');
  }
}

/** The session, what is the same in all its tokens, and what is good once. */
const TOKEN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

function shownBy(token: string): Shown | undefined {
  const [, id, family, secret] = TOKEN.exec(token) ?? [];
  if (id === undefined || family === undefined || secret === undefined) return undefined;
  return { id, family, secret, hashed: hash('sha256', secret) };
}

const tokenOf = ({ id, family }: Pick<Shown, 'id' | 'family'>, secret: string): string =>
  `${id}.${family}.${secret}`;

/** The next token's secret: the same each time for the same token, and known to nobody who has the database alone. */
const nextSecret = ({ secret }: Shown, salt: string): string =>
  createHmac('sha256', salt).update(secret).digest('base64url');

const toSession = (row: { id: string; credential: string; expires_at: Date }): Session => ({
  id: row.id,
  credential: credential.parse(JSON.parse(row.credential)),
  expiresAt: row.expires_at,
});

/** Sessions of browsers, each with the refresh token that is good for it now. */
export interface Sessions {
  id: string;
  /** Whose it is: `holderOf` its credential. */
  holder: string;
  /** SHA-256 of what every refresh token of the session holds. */
  family_hash: string;
  /** JSON of a `Credential`. */
  credential: string;
  /** SHA-256 of the secret half of the refresh token. */
  token_hash: string;
  /** That of the token before. */
  previous_hash: string | null;
  /** What the token of now was made with from the one before; null before the first refresh. */
  salt: string | null;
  rotated_at: Date;
  expires_at: Date;
  /** Where it was begun; null where that is not known. */
  address: string | null;
  agent: string | null;
}

export interface SessionTables {
  sessions: Sessions;
}
