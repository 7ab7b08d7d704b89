import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { Database } from '@aicp/common/database/open-database';
import { ObjectWriter } from '../../resources/object-writer.ts';
import { SecretKeeper } from '../../resources/secret-keeper.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { WriteHooks } from '../../resources/write-hooks.ts';
import { latestMoment, type LicenseTables } from './license-clock.ts';
import { LicenseInSnapshot } from './license-in-snapshot.ts';
import { LicenseKeeper } from './license-keeper.ts';
import { readLicenseKeys } from './license-keys.ts';
import { LicenseObject } from './license-object.ts';

export interface LicenseOptions {
  /** LICENSE_KEY. */
  readonly variable: string | undefined;
  /** File with the public keys; where there is none, no license verifies. */
  readonly keysFile: string;
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly store: ObjectStore;
  readonly hooks: WriteHooks;
  readonly database: Database<LicenseTables>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** The license of this installation: who knows it, where it is kept, and what reads it from snapshots. */
export interface License {
  readonly keeper: LicenseKeeper;
  readonly object: LicenseObject;
  readonly inSnapshot: LicenseInSnapshot;
}

/** Puts them together; `keeper` is to be started. Throws where the file of public keys holds anything else. */
export function createLicense(options: LicenseOptions): License {
  const { api, namespace, store, hooks, database, random, keysFile, variable } = options;
  const object = new LicenseObject({
    ...options,
    writer: new ObjectWriter({ store, hooks }),
    secrets: new SecretKeeper({ api, namespace, random }),
  });
  const keeper = new LicenseKeeper({
    ...options,
    variable: variable?.trim(),
    keys: readLicenseKeys(keysFile),
    persist: (token) => object.writeFirst(token),
    report: (state) => object.report(state),
    latestMoment: (nowMs) => latestMoment(database, nowMs),
  });
  const inSnapshot = new LicenseInSnapshot((license) => {
    void keeper.take(license);
  });
  return { keeper, object, inSnapshot };
}
