import { invalid } from '@aicp/api-kit/route/field-errors';
import { Problem } from '@aicp/common/errors/problem';
import { isAlreadyExists, isConflict, KubernetesError } from '@aicp/common/kubernetes/errors';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { wireMessage, wirePathOf } from '@aicp/crds/kit/wire-path';
import { withArticle } from '@aicp/crds/kit/with-article';

/** What a caller is told where the API server refuses a write; anything else is handed back as it is. */
export function refusalOf(kind: KindDefinition, name: string, error: unknown): unknown {
  if (!(error instanceof KubernetesError)) return error;
  if (isAlreadyExists(error)) {
    const detail = `There is ${withArticle(kind.kind)} "${name}" already: choose another name, or change that one.`;
    return new Problem(409, detail, { cause: error });
  }
  if (isConflict(error)) {
    return new Problem(409, 'It changed while this was written: read it and try again.', {
      cause: error,
    });
  }
  if (error.status === 422 || error.status === 400) return notAdmitted(kind, error);
  if (error.status === 403) {
    return new Problem(403, `Kubernetes refuses this: ${error.message}`, { cause: error });
  }
  return error;
}

function notAdmitted(kind: KindDefinition, error: KubernetesError): Problem {
  const errors = error.causes.map(({ field, message }) => ({
    path: wirePathOf(kind, field),
    message: wireMessage(kind, inWords(message)),
  }));
  return errors.length > 0
    ? invalid(errors)
    : invalid([{ path: '', message: wireMessage(kind, inWords(error.message)) }]);
}

/**
 * What the API server says, without the regular expressions in it. Those of a spec are checked before it is asked, with words for each: one
 * that it breaks all the same is of the definitions that are installed there, and these are not of this version.
 */
const inWords = (message: string): string =>
  message
    .replaceAll(/,? regex used for validation is '.*?'(?=\))/g, '')
    .replace(/in body should match '.*'$/, OTHER_VERSION);

const OTHER_VERSION =
  'is not written as the definitions in the cluster want it: install those of this version';

/** A connection that never came about carried nothing. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Whether it is certain, after a write to the Kubernetes API that failed so, that nothing was written. */
export function hasChangedNothing(error: unknown): boolean {
  if (error instanceof KubernetesError) return error.status >= 400 && error.status < 500;
  if (error instanceof AggregateError) return error.errors.every(hasChangedNothing);
  return error instanceof Error && 'code' in error && NEVER_SENT.test(String(error.code));
}
