import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Role } from '@aicp/api-kit/access/principal';
import type { Clock } from '@aicp/common/time/clock';
import { makeAssertion, type Delegator } from '@aicp/contracts/delegation/assertion';

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

/** The service that executes workflows. */
export interface WorkflowEngine {
  /** The head of the answer, whose body is read as fast as it is taken. Rejects where there is none. */
  ask(question: EngineQuestion): Promise<IncomingMessage>;
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
  return {
    ask: ({ delegator, role, method, path, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const target = new URL(path, url);
        const credential = makeAssertion(delegator, {
          ...{ secret: secret(), nowMs: clock.now() },
          ...{ audience: 'aicp-workflow', role },
        });
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
      }),
  };
}

const contentHeaders = (content: string): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(content)),
});
