import { maskedAddress } from '@aicp/api-kit/audit/mask';
import { addressGuard, ForbiddenAddress, type Egress } from '@aicp/common/http/address-guard';
import { guardedRequest, type GuardedAnswer } from '@aicp/common/http/guarded-request';
import type { StepWith } from '@aicp/contracts/workflows/steps/step-types';
import { jsonIn } from '../../gateway/answers.ts';
import { done, failed, type Action } from '../action.ts';

const MAX_ANSWER_BYTES = 1_048_576;
const DEFAULT_MS = 60_000;
/** Headers that belong to the connection, or say who sends a request. */
const OWN_HEADERS = ['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade'];
const PASSING = new Set([408, 425, 429]);

/** Calls an address that a template names: only where requests of it may go, without following redirects. */
export const http =
  (egress: { readonly platform: Egress; readonly tenants: Egress }): Action<StepWith<'http'>> =>
  async ({ execution, with: given, signal, step }) => {
    const isPlatforms = execution.definition.organization === undefined;
    const { method, url, body } = given;
    const headers = headersOf(given);
    const isText = body === undefined || typeof body === 'string';
    try {
      const answer = await guardedRequest(new URL(url), {
        guard: addressGuard(isPlatforms ? egress.platform : egress.tenants),
        method,
        headers: isText ? headers : { 'content-type': 'application/json', ...headers },
        body: isText ? body : JSON.stringify(body),
        maxBytes: MAX_ANSWER_BYTES,
        timeoutMs: (step.timeout_seconds ?? DEFAULT_MS / 1000) * 1000,
        signal,
      });
      const { status } = answer;
      if (status < 300) return done(outputOf(answer));
      const text = answer.body.toString('utf8', 0, 300);
      // Who sees an execution need not see the secrets in its template.
      const said = `${maskedAddress(url)} answered ${status}: ${text}`;
      return failed(said, status >= 500 || PASSING.has(status));
    } catch (error) {
      if (signal.aborted) throw error;
      return failed((error as Error).message, !(error instanceof ForbiddenAddress));
    }
  };

const headersOf = ({ headers = {} }: StepWith<'http'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !OWN_HEADERS.includes(name)),
  );

function outputOf({ status, headers, body }: GuardedAnswer) {
  const text = body.toString('utf8');
  const plain = Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, values?.join(', ') ?? '']),
  );
  const isJson = /[/+]json\b/i.test(plain['content-type'] ?? '');
  return { status, headers: plain, body: isJson ? (jsonIn(text) ?? text) : text };
}
