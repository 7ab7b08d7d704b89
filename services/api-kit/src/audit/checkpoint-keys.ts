import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { isAlreadyExists } from '@aicp/common/kubernetes/errors';
import { SECRETS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import { z } from 'zod';
import { newCheckpointKey, type CheckpointKey } from './checkpoint.ts';

/** The Secret that all replicas of the service share. No object may refer to one of such a name. */
const SECRET = 'aicp-admin-audit-key';
const FIELD = 'key.json';

const stored = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
});

/** The key that checkpoints of the audit log are signed with: made once, and kept for as long as there are checkpoints. */
export class CheckpointKeys {
  private readonly api: Pick<KubernetesApi, 'get' | 'create'>;
  private readonly namespace: string;
  private key: CheckpointKey | undefined;

  constructor(options: { api: Pick<KubernetesApi, 'get' | 'create'>; namespace: string }) {
    this.api = options.api;
    this.namespace = options.namespace;
  }

  /** Rejects where the Kubernetes API is away and the key was never read. */
  async current(): Promise<CheckpointKey> {
    this.key ??= (await this.read()) ?? (await this.make());
    return this.key;
  }

  private async read(): Promise<CheckpointKey | undefined> {
    const secret = await this.api.get(SECRETS, { namespace: this.namespace, name: SECRET });
    if (!secret) return undefined;
    const data = secret['data'] as Readonly<Record<string, string>> | undefined;
    return stored.parse(JSON.parse(Buffer.from(data?.[FIELD] ?? '', 'base64').toString()));
  }

  private async make(): Promise<CheckpointKey> {
    const key = newCheckpointKey();
    const secret: KubernetesObject = {
      metadata: { name: SECRET, namespace: this.namespace },
      type: 'Opaque',
      data: { [FIELD]: Buffer.from(JSON.stringify(key)).toString('base64') },
    };
    try {
      await this.api.create(SECRETS, secret);
      return key;
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      // Another replica was faster.
      return (await this.read()) ?? key;
    }
  }
}
