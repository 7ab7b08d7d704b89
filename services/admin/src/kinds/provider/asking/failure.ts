/** Why a provider could not be asked, or what it answered instead of its models. */
export const FAILURES = [
  'secret_missing',
  'not_testable',
  'bad_address',
  'forbidden_address',
  'dns',
  'refused',
  'unreachable',
  'reset',
  'timeout',
  'tls_authority',
  'tls_name',
  'tls_expired',
  'tls',
  'proxy',
  'redirect',
  'credential',
  'not_found',
  'rate_limited',
  'refused_request',
  'server_error',
  'bad_answer',
  'unknown',
] as const;

export type FailureReason = (typeof FAILURES)[number];

/** A failure in words: what it is, and what to do. Nothing of what was answered is in it, which may hold what was sent. */
export interface Failure {
  readonly reason: FailureReason;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  readonly message: string;
}
