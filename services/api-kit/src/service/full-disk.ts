import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import { diskTroubleOf } from '@aicp/common/files/disk-trouble';
import { KubernetesError } from '@aicp/common/kubernetes/errors';

const OBJECTS = 'The disk that holds the objects';
const DATABASE = 'The disk of the database';

/** Whose disk is full, where an error says that one is; undefined where it says nothing of the kind. */
export function fullDiskIn(error: unknown): string | undefined {
  if (error instanceof AggregateError) return firstOf(error.errors);
  if (error instanceof KubernetesError) return isFullKubernetes(error) ? OBJECTS : undefined;
  if (error instanceof DatabaseUnavailable)
    return isFullDatabase(error.cause) ? DATABASE : undefined;
  return undefined;
}

const firstOf = (errors: readonly unknown[]): string | undefined =>
  errors.map(fullDiskIn).find((disk) => disk !== undefined);

/** The embedded API answers with a status of its own; a cluster's hands on what etcd says at the end of its quota. */
const isFullKubernetes = ({ status, message }: KubernetesError): boolean =>
  status === INSUFFICIENT_STORAGE || message.includes('database space exceeded');

const INSUFFICIENT_STORAGE = 507;

/** PostgreSQL has a SQLSTATE for it. One that gives up for want of room has but the words of the system. */
function isFullDatabase(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const isFull = 'code' in cause && cause.code === DISK_FULL;
  return isFull || diskTroubleOf(cause) === 'full' || NO_ROOM.test(cause.message);
}

const DISK_FULL = '53100';
const NO_ROOM = /no space left on device/i;
