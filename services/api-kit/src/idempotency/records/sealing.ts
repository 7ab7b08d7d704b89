import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync } from 'node:crypto';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { describeError, isAlreadyExists } from '@aicp/common/kubernetes/errors';
import { SECRETS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Identifies a caller's key: two callers with one key never meet. */
export const recordIdOf = (caller: string, key: string): string =>
  hash('sha256', JSON.stringify([caller, key]));

/**
 * What fingerprints and seals the record of a request. Its keys come from the installation's secret and from the caller's key together,
 * which is stored nowhere: neither the database, nor the Secret, nor both open a sealed answer without it.
 */
export class RecordSeal {
  readonly secretId: string;
  private readonly id: string;
  private readonly derive: (purpose: string) => Buffer;
  private readonly randomBytes: (count: number) => Buffer;

  constructor(options: {
    /** Of the record. */
    id: string;
    /** The caller's Idempotency-Key. */
    key: string;
    secret: InstallationSecret;
    randomBytes: (count: number) => Buffer;
  }) {
    const { id, key, secret, randomBytes } = options;
    this.id = id;
    this.secretId = secret.id;
    this.randomBytes = randomBytes;
    const derive = (purpose: string): Buffer =>
      Buffer.from(
        hkdfSync('sha256', secret.bytes, key, `aicp idempotency ${purpose} ${id}`, KEY_BYTES),
      );
    this.derive = derive;
  }

  /** The same for the same parts of a request, and for no others. */
  fingerprint(parts: readonly (string | null)[]): string {
    return createHmac('sha256', this.derive('fingerprint'))
      .update(JSON.stringify(parts))
      .digest('hex');
  }

  seal(text: string): string {
    const nonce = this.randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.derive('answer'), nonce);
    cipher.setAAD(Buffer.from(this.id));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Undefined where it was sealed for another record, with other keys, or was changed since. */
  open(text: string): string | undefined {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(
      ALGORITHM,
      this.derive('answer'),
      bytes.subarray(0, NONCE_BYTES),
      { authTagLength: TAG_BYTES },
    );
    decipher.setAAD(Buffer.from(this.id));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch {
      // Its tag does not fit: that is the answer.
      return undefined;
    }
  }
}

/** The Secret that all replicas of the service share. No object may refer to one of such a name. */
export const IDEMPOTENCY_SECRET = 'aicp-admin-idempotency-key';
const FIELD = 'key';
const BYTES = 32;
/** A Secret that was replaced is known to every replica so soon, ms. */
const LOOK_MS = 60_000;

export interface InstallationSecret {
  /** Tells two secrets apart, and nothing of either. */
  readonly id: string;
  readonly bytes: Buffer;
}

export interface SharedSecretOptions {
  readonly api: Pick<KubernetesApi, 'get' | 'create'>;
  readonly namespace: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly randomBytes: (count: number) => Buffer;
}

/** A secret of the installation: made once, kept in a Secret, and in memory while the Kubernetes API is away. */
export class SharedSecret {
  private readonly options: SharedSecretOptions;
  private known: InstallationSecret | undefined;
  private lookedAt = -Infinity;

  constructor(options: SharedSecretOptions) {
    this.options = options;
  }

  /** Rejects where the Kubernetes API is away and the secret was never read. */
  async current(): Promise<InstallationSecret> {
    const { clock, log } = this.options;
    if (this.known && clock.monotonic() - this.lookedAt < LOOK_MS) return this.known;
    try {
      this.known = (await this.read()) ?? (await this.make());
    } catch (error) {
      if (!this.known) throw error;
      log.info({ reason: describeError(error) }, 'idempotency_secret_not_read');
    }
    this.lookedAt = clock.monotonic();
    return this.known;
  }

  private async read(): Promise<InstallationSecret | undefined> {
    const { api, namespace } = this.options;
    const stored = await api.get(SECRETS, { namespace, name: IDEMPOTENCY_SECRET });
    if (!stored) return undefined;
    const data = stored['data'] as Readonly<Record<string, string>> | undefined;
    const bytes = Buffer.from(data?.[FIELD] ?? '', 'base64');
    if (bytes.length >= BYTES) return secretOf(bytes);
    throw new Error(
      `the Secret ${IDEMPOTENCY_SECRET} holds no key of ${BYTES} bytes or more in "${FIELD}": delete it, and a new one is made`,
    );
  }

  private async make(): Promise<InstallationSecret> {
    const { api, namespace, randomBytes } = this.options;
    const bytes = randomBytes(BYTES);
    const secret: KubernetesObject = {
      metadata: { name: IDEMPOTENCY_SECRET, namespace },
      type: 'Opaque',
      data: { [FIELD]: bytes.toString('base64') },
    };
    try {
      await api.create(SECRETS, secret);
      return secretOf(bytes);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      // Another replica was faster. Where that one is gone again already, the error is the answer.
      const faster = await this.read();
      if (!faster) throw error;
      return faster;
    }
  }
}

const ID_CHARACTERS = 16;

const secretOf = (bytes: Buffer): InstallationSecret => ({
  id: hash('sha256', Buffer.concat([Buffer.from('id of '), bytes])).slice(0, ID_CHARACTERS),
  bytes,
});
