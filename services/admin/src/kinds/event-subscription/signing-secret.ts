/** Where the secret of a webhook stands, and beside it the one before, which signs too until a moment (RFC 3339). */
export interface SigningKeys {
  readonly current: string;
  readonly previous: string;
  readonly previousUntil: string;
}

/** The keys of a Secret, by the one that a subscription names. */
export const signingKeys = (key: string): SigningKeys => ({
  current: key,
  previous: `${key}-previous`,
  previousUntil: `${key}-previous-until`,
});

/** Of a secret that is made here. */
const BYTES = 32;
/** Standard Webhooks takes so many. */
const FEWEST_BYTES = 24;
const MOST_BYTES = 64;
const PREFIX = 'whsec_';
const WRITTEN = /^whsec_[A-Za-z0-9+/]+={0,2}$/;

export const newSigningSecret = (randomBytes: (count: number) => Uint8Array): string =>
  PREFIX + Buffer.from(randomBytes(BYTES)).toString('base64');

/**
 * A secret as Standard Webhooks writes it: `whsec_` and base64. Any other text stands for its bytes, as with secrets that receivers had before. Undefined where it is neither.
 */
export function toSigningSecret(text: string): string | undefined {
  const secret = text.trim();
  if (secret.startsWith(PREFIX)) return WRITTEN.test(secret) ? secret : undefined;
  return secret === '' ? undefined : PREFIX + Buffer.from(secret).toString('base64');
}

/** What is wrong with a secret that somebody sends: too short to sign with, too long, or neither of its forms; undefined: nothing. */
export function signingSecretFault(text: string): string | undefined {
  const secret = toSigningSecret(text);
  const { length } = Buffer.from(secret?.slice(PREFIX.length) ?? '', 'base64');
  if (secret !== undefined && length >= FEWEST_BYTES && length <= MOST_BYTES) return undefined;
  return `must be whsec_ and the base64 of ${FEWEST_BYTES} to ${MOST_BYTES} random bytes, as \`echo "whsec_$(openssl rand -base64 ${BYTES})"\` writes it, or a text of as many bytes: leave it out, and one is made`;
}

type Values = Readonly<Record<string, string>>;

/** The secrets that sign now, the newest first; none where there is nothing usable. */
export function signingSecretsIn(values: Values, key: string, nowMs: number): readonly string[] {
  const keys = signingKeys(key);
  const current = toSigningSecret(values[keys.current] ?? '');
  if (current === undefined) return [];
  const until = Date.parse(values[keys.previousUntil] ?? '');
  const previous = nowMs < until ? toSigningSecret(values[keys.previous] ?? '') : undefined;
  return previous === undefined || previous === current ? [current] : [current, previous];
}

/** The values of a Secret after its secret has changed: the one before signs too until then. */
export function rotated(
  values: Values,
  change: { readonly key: string; readonly secret: string; readonly until: Date },
): Values {
  const keys = signingKeys(change.key);
  const { [keys.current]: before } = values;
  return {
    ...values,
    [keys.current]: change.secret,
    ...(before === undefined
      ? {}
      : { [keys.previous]: before, [keys.previousUntil]: change.until.toISOString() }),
  };
}
