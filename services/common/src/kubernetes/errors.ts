import { z } from 'zod';
import { parseJson } from '../json/parse-json.ts';

const status = z.object({
  message: z.string().optional(),
  reason: z.string().optional(),
  code: z.number().optional(),
  details: z
    .object({
      retryAfterSeconds: z.number().optional(),
      causes: z
        .array(z.object({ message: z.string().default(''), field: z.string().default('') }))
        .optional(),
    })
    .optional(),
});

/** A field that the API server refuses (`spec.baseUrl`), and why. */
export interface RefusedField {
  readonly field: string;
  readonly message: string;
}

/** The API server refused. `reason` is Kubernetes' word for why (`Conflict`, `NotFound`, `Expired`). */
export class KubernetesError extends Error {
  override readonly name = 'KubernetesError';
  readonly status: number;
  readonly reason: string;
  /** How long the server asks to wait, where it does. */
  readonly retryAfterMs: number | undefined;
  /** The fields that are wrong, where the server names them. */
  readonly causes: readonly RefusedField[];

  constructor(options: {
    status: number;
    message: string;
    reason?: string;
    retryAfterMs?: number | undefined;
    causes?: readonly RefusedField[];
  }) {
    super(options.message);
    this.status = options.status;
    this.reason = options.reason ?? '';
    this.retryAfterMs = options.retryAfterMs;
    this.causes = options.causes ?? [];
  }
}

/** Reads a refusal whose body may be a Status, text of a proxy in between, or nothing. */
export function kubernetesError(answer: {
  status: number;
  body: unknown;
  retryAfter?: string | undefined;
}): KubernetesError {
  const text = typeof answer.body === 'string' ? answer.body : '';
  const { code, message, reason, details = {} } = said(answer.body, text);
  const seconds = Number(answer.retryAfter ?? details.retryAfterSeconds);
  const unsaid = `the Kubernetes API answered ${answer.status} ${text.slice(0, 200)}`.trim();
  return new KubernetesError({
    status: code ?? answer.status,
    message: message ?? unsaid,
    ...(reason === undefined ? {} : { reason }),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    ...(details.causes ? { causes: details.causes } : {}),
  });
}

const said = (body: unknown, text: string): z.output<typeof status> =>
  status.safeParse(text === '' ? body : parseJson(text)).data ?? {};

const hasStatus = (error: unknown, code: number): boolean =>
  error instanceof KubernetesError && error.status === code;

/** The object has changed since it was read, or another writer owns the field. */
export const isConflict = (error: unknown): boolean =>
  hasStatus(error, 409) && (error as KubernetesError).reason !== 'AlreadyExists';

export const isAlreadyExists = (error: unknown): boolean =>
  hasStatus(error, 409) && (error as KubernetesError).reason === 'AlreadyExists';

export const isForbidden = (error: unknown): boolean => hasStatus(error, 403);

export const isNotFound = (error: unknown): boolean => hasStatus(error, 404);

/** One line for a log: what failed, and what lay beneath it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}
