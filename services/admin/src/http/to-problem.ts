import { DatabaseUnavailable } from '@aicp/common/database/database-unavailable';
import { Problem } from '@aicp/common/errors/problem';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { NoSigningKey } from '../auth/access-token.ts';

/** Seconds after which something that is away may be back. */
const RETRY_AFTER = '5';

const away = (what: string, cause: unknown): Problem =>
  new Problem(503, `${what} does not answer: try again in a moment.`, {
    headers: { 'Retry-After': RETRY_AFTER },
    cause,
  });

/** What a caller is told of an error that has a meaning wherever it comes from; undefined: it is a defect of ours. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof URIError) {
    return new Problem(400, 'The path is not properly percent-encoded.', { cause: error });
  }
  if (error instanceof DatabaseUnavailable) return away('The database', error);
  if (error instanceof NoSigningKey) return away('The Kubernetes API', error);
  return isKubernetesAway(error) ? away('The Kubernetes API', error) : undefined;
}

function isKubernetesAway(error: unknown): boolean {
  if (error instanceof KubernetesError) return error.status >= 500 || error.status === 429;
  if (error instanceof AggregateError) return error.errors.some(isKubernetesAway);
  if (!(error instanceof Error) || !('code' in error)) return false;
  return NETWORK.test(String(error.code));
}

/** What Node and undici say of a server that can't be reached, or went away in the middle. */
const NETWORK =
  /^(UND_ERR_|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
