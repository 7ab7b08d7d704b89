import { KubernetesError } from '@aicp/common/kubernetes/errors';

/** A connection that never came about carried nothing. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Whether it is certain, after a write to the Kubernetes API that failed so, that nothing was written. */
export function hasChangedNothing(error: unknown): boolean {
  if (error instanceof KubernetesError) return error.status >= 400 && error.status < 500;
  if (error instanceof AggregateError) return error.errors.every(hasChangedNothing);
  return error instanceof Error && 'code' in error && NEVER_SENT.test(String(error.code));
}
