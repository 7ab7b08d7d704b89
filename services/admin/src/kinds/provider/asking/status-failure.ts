import type { GuardedAnswer } from '@aicp/common/http/guarded-request';
import type { Failure, FailureReason } from './failure.ts';

interface Advice {
  readonly reason: FailureReason;
  readonly message: string;
}

const CREDENTIAL: Advice = {
  reason: 'credential',
  message: 'It refuses the credential: send another api_key.',
};
const NOT_FOUND: Advice = {
  reason: 'not_found',
  message: 'It has no such path: base_url must hold the version, such as …/v1.',
};

/** What to do about a status. */
const ADVICE: Readonly<Record<number, Advice>> = {
  401: CREDENTIAL,
  403: {
    reason: 'credential',
    message: 'It refuses the credential, or this account: look at its rights.',
  },
  404: NOT_FOUND,
  405: NOT_FOUND,
  407: {
    reason: 'proxy',
    message: 'A proxy on the way asks who we are: have it let requests to this provider pass.',
  },
  429: { reason: 'rate_limited', message: 'It asks to wait: its limits are reached.' },
};

/** Some vendors answer a wrong key with 400. What they say is looked at for that alone, and never told. */
const SAYS_KEY = /api[ _-]?key/i;

/** What an answer that is no success means. */
export function statusFailure({ status, body }: Pick<GuardedAnswer, 'status' | 'body'>): Failure {
  const isKey = status === 400 && SAYS_KEY.test(body.toString());
  return { status, ...(isKey ? CREDENTIAL : (ADVICE[status] ?? otherwise(status))) };
}

function otherwise(status: number): Advice {
  if (status >= 500) {
    return {
      reason: 'server_error',
      message: `It answers ${status}: it fails, or what stands before it does. Try again later.`,
    };
  }
  if (status >= 300 && status < 400) {
    return {
      reason: 'redirect',
      message: `It answers ${status} and names another address, which is not followed: write that one into base_url.`,
    };
  }
  return {
    reason: 'refused_request',
    message: `It answers ${status}: look at base_url and headers.`,
  };
}
