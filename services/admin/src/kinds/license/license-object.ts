import { isDeepStrictEqual } from 'node:util';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { isAlreadyExists, isNotFound } from '@aicp/common/kubernetes/errors';
import type { Clock } from '@aicp/common/time/clock';
import { license } from '@aicp/crds/license';
import { Problem } from '@aicp/common/errors/problem';
import { permissionsOf } from '../../access/permissions.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { ObjectWriter } from '../../resources/object-writer.ts';
import type { SecretKeeper } from '../../resources/secret-keeper.ts';
import { typeOf, type StoredObject } from '../../resources/stored-object.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';
import { licenseStatus } from './license-status.ts';
import type { LicenseState } from './license-state.ts';

const NAME = license.singleton ?? 'default';
const FIELD_MANAGER = 'aicp-admin';

export interface LicenseObjectOptions {
  readonly api: Pick<KubernetesApi, 'apply'>;
  readonly namespace: string;
  readonly store: ObjectStore;
  readonly writer: ObjectWriter;
  readonly secrets: SecretKeeper;
  readonly clock: Clock;
}

/** The License object, and the Secret with its token. */
export class LicenseObject {
  private readonly options: LicenseObjectOptions;

  constructor(options: LicenseObjectOptions) {
    this.options = options;
  }

  /** Makes a token the license. Rejects with a Problem where Git, say, owns the object. */
  async write(token: string, context: WriteContext): Promise<void> {
    const { writer, secrets } = this.options;
    const planned = secrets.plan(license, NAME, [{ path: ['tokenSecretRef'], value: token }]);
    if (!planned) throw new Error('a token needs a Secret');
    const write = { kind: license, auditName: 'license', context, name: NAME };
    const current = await this.current();
    const spec = planned.patch;
    await secrets.during(planned, current, () =>
      current
        ? writer.update({ ...write, action: 'activate', change: () => spec })
        : writer.create({ ...write, spec }),
    );
  }

  /** Stores the token that the installation was started with. Another replica may have been faster. */
  async writeFirst(token: string): Promise<void> {
    if (await this.current()) return;
    try {
      await this.write(token, FROM_VARIABLE);
    } catch (error) {
      const isThere = error instanceof Problem && error.status === 409;
      if (!isThere && !isAlreadyExists(error)) throw error;
    }
  }

  /** Says the state on the object; nothing where there is none, or it says so already. */
  async report(state: LicenseState): Promise<void> {
    const { api, clock, namespace } = this.options;
    const object = await this.current();
    if (!object) return;
    const now = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
    const status = licenseStatus(state, object.status, now);
    if (isSaid(status, object.status ?? {})) return;
    try {
      const metadata = { name: NAME, namespace };
      const options = { fieldManager: FIELD_MANAGER, subresource: 'status' } as const;
      await api.apply(typeOf(license), { metadata, status }, options);
    } catch (error) {
      // Deleted meanwhile: there is nothing to say it on.
      if (!isNotFound(error)) throw error;
    }
  }

  private async current(): Promise<StoredObject | undefined> {
    return await this.options.store.read(license, NAME);
  }
}

/** Writes of LICENSE_KEY count as those of the platform's administrator, who set the variable. */
const FROM_VARIABLE: WriteContext = {
  principal: {
    kind: 'key',
    subject: 'LICENSE_KEY',
    role: 'platform_admin',
    organizationId: undefined,
    teamIds: [],
    permissions: permissionsOf('platform_admin'),
  },
  requestId: 'start',
  ip: undefined,
  source: 'api',
  dryRun: false,
  ifMatch: undefined,
};

/** Whether a status holds all of ours already; the operator's conditions stand beside ours. */
function isSaid(ours: ReturnType<typeof licenseStatus>, stored: Record<string, unknown>): boolean {
  const { conditions, ...fields } = ours;
  const said = Array.isArray(stored['conditions']) ? (stored['conditions'] as unknown[]) : [];
  return (
    Object.entries(fields).every(([name, value]) => stored[name] === value) &&
    conditions.every((one) => said.some((other) => isDeepStrictEqual(pick(other), pick(one))))
  );
}

const pick = (one: unknown): unknown[] => {
  const { type, status, reason, message } = one as Record<string, unknown>;
  return [type, status, reason, message];
};
