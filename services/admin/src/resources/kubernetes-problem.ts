import { Problem } from '@aicp/common/errors/problem';
import { isAlreadyExists, isConflict, KubernetesError } from '@aicp/common/kubernetes/errors';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { wireMessage, wirePathOf } from '@aicp/crds/kit/wire-path';
import { invalid } from '../http/read-input.ts';

/** What a caller is told where the API server refuses a write; anything else is handed back as it is. */
export function refusalOf(kind: KindDefinition, name: string, error: unknown): unknown {
  if (!(error instanceof KubernetesError)) return error;
  if (isAlreadyExists(error)) {
    const detail = `There is a ${kind.kind} "${name}" already: choose another name, or change that one.`;
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
    message: wireMessage(kind, message),
  }));
  return errors.length > 0
    ? invalid(errors)
    : invalid([{ path: '', message: wireMessage(kind, error.message) }]);
}
