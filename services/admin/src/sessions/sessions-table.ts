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
  rotated_at: Date;
  expires_at: Date;
}

export interface SessionTables {
  'admin.sessions': Sessions;
}
