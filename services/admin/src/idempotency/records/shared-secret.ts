import { hash } from 'node:crypto';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { describeError, isAlreadyExists } from '@aicp/common/kubernetes/errors';
import { SECRETS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';

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
