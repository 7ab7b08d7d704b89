import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Role } from '@aicp/api-kit/access/principal';
import type { Clock } from '@aicp/common/time/clock';
import { makeAssertion, type Delegator, type Signing } from '@aicp/contracts/delegation/assertion';

/** What is asked of the workflow engine for somebody. */
export interface EngineQuestion {
  readonly delegator: Delegator;
  /** What the one who is signed in may do, as this service knows it. */
  readonly role: Role;
  readonly method: 'GET' | 'POST';
  /** With its query: `/api/v1/executions?limit=10`. */
  readonly path: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Ends it at once, also in the midst of the answer. */
  readonly signal: AbortSignal;
}

/** What this service asks of the workflow engine for itself. */
export type OwnQuestion = Omit<EngineQuestion, 'delegator' | 'role' | 'headers'>;

/** The service that executes workflows. */
export interface WorkflowEngine {
  /** The head of the answer, whose body is read as fast as it is taken. Rejects where there is none. */
  ask(question: EngineQuestion): Promise<IncomingMessage>;
  /** As `ask`, for the audit log, which is nobody's. */
  askForAudit(question: OwnQuestion): Promise<IncomingMessage>;
}

export interface WorkflowEngineOptions {
  /** Of the engine. */
  readonly url: string;
  /** What `AICP_WORKFLOW_ADMIN_KEY_FILE` of the engine holds. */
  readonly secret: () => string;
  /** PEM; absent: certificates of public authorities are taken. */
  readonly ca?: () => string;
  readonly clock: Clock;
}

/** Sends each question with a credential of its own. No connection is kept: people ask now and then, and one that was cut carries nothing else. */
export function workflowEngine({ url, secret, ca, clock }: WorkflowEngineOptions): WorkflowEngine {
  const sign = (of: Delegator, more: Partial<Signing>): string =>
    makeAssertion(of, { secret: secret(), nowMs: clock.now(), ...more });
  const send = (credential: string, question: Sent): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, path, headers, body, signal } = question;
      const target = new URL(path, url);
      const content = body === undefined ? undefined : JSON.stringify(body);
      const options = {
        ...{ method, signal },
        headers: {
          ...headers,
          authorization: `Bearer ${credential}`,
          ...(content === undefined ? {} : contentHeaders(content)),
        },
      };
      const sent =
        target.protocol === 'https:'
          ? httpsRequest(target, { ...options, agent: new HttpsAgent({ ca: ca?.() }) }, resolve)
          : httpRequest(target, { ...options, agent: new HttpAgent() }, resolve);
      sent.once('error', reject);
      sent.end(content);
    });
  return {
    ask: ({ delegator, role, ...question }) =>
      send(sign(delegator, { audience: 'aicp-workflow', role }), question),
    askForAudit: (question) =>
      send(sign(AUDIT, { audience: 'aicp-workflow-decisions' }), { ...question, headers: {} }),
  };
}

type Sent = Omit<EngineQuestion, 'delegator' | 'role'>;

/** No key has this uid: what a credential for the audit log is made for says its audience. */
const AUDIT: Delegator = { type: 'key', uid: 'the audit log', generation: 0 };

const contentHeaders = (content: string): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(content)),
});
