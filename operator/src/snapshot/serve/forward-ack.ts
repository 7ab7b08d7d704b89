import { X509Certificate } from 'node:crypto';
import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import { POLL_PATH, type PollRequest } from '@aicp/contracts/poll/poll';
import { Agent, request } from 'undici';

/** Marks a poll that another operator passed on: it is noted, and answered at once. */
export const FORWARDED_HEADER = 'x-aicp-forwarded';

/** Passes on what a replica said, with its own token. Best effort: the replica says it again with its next poll. */
export type ForwardAck = (ack: { readonly token: string; readonly body: PollRequest }) => void;

export interface AckForwarderOptions {
  /** Where the leader is reached (`https://10.0.0.7:8443`); undefined where this is the leader, or nobody is. */
  readonly leaderUrl: () => string | undefined;
  /** What this operator serves with, PEM; undefined without TLS. */
  readonly tls: { readonly cert: string; readonly ca?: string } | undefined;
  readonly log: Logger;
}

const TIMEOUT_MS = 3000;

/** Sends acks to the leader. Owns its connections; `close` ends them. */
export class AckForwarder {
  private readonly options: AckForwarderOptions;
  private readonly agent: Agent;

  constructor(options: AckForwarderOptions) {
    this.options = options;
    const { tls } = options;
    this.agent = new Agent({ connect: tls === undefined ? {} : trustIn(tls) });
  }

  readonly forward: ForwardAck = ({ token, body }) => {
    const url = this.options.leaderUrl();
    if (url === undefined) return;
    this.send(url, token, body).catch((error: unknown) => {
      this.options.log.info({ leader: url, reason: describeError(error) }, 'ack_not_forwarded');
    });
  };

  /** What the leader answers to the same GET; undefined where this is the leader, or nobody is. Rejects where the leader does not answer. */
  async ask(path: string, token: string): Promise<unknown> {
    const url = this.options.leaderUrl();
    if (url === undefined) return undefined;
    const answer = await request(new URL(path, url), {
      dispatcher: this.agent,
      headers: { authorization: `Bearer ${token}`, [FORWARDED_HEADER]: 'true' },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    if (answer.statusCode === 200) return await answer.body.json();
    await answer.body.dump();
    throw new Error(`the leader answered ${answer.statusCode}`);
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async send(url: string, token: string, body: PollRequest): Promise<void> {
    const answer = await request(new URL(POLL_PATH, url), {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        [FORWARDED_HEADER]: 'true',
      },
      body: JSON.stringify(body),
      headersTimeout: TIMEOUT_MS,
    });
    await answer.body.dump();
    if (answer.statusCode !== 204) {
      throw new Error(`the leader answered ${answer.statusCode}`);
    }
  }
}

/**
 * Trusts what its own CA signed for its own name, whatever address it is met at: pods have addresses that stand in no certificate. So a
 * renewed one is trusted too.
 */
function trustIn({ cert, ca }: { readonly cert: string; readonly ca?: string }) {
  const names = new X509Certificate(cert).subjectAltName ?? '';
  const [, servername] = /DNS:([^,]+)/.exec(names) ?? [];
  return {
    ca: ca ?? cert,
    allowPartialTrustChain: true,
    ...(servername === undefined ? {} : { servername }),
  };
}
