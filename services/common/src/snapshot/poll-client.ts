import { Agent, request } from 'undici';
import {
  POLL_PATH,
  pollResponse,
  type PollRequest,
  type PollResponse,
} from '@aicp/contracts/poll/poll';

/** The operator answered a poll with something else than a snapshot or "nothing newer". */
export class PollError extends Error {
  override readonly name = 'PollError';
}

/** Asks the operator for snapshots. Owns its connections; `close` ends them. */
export class PollClient {
  private readonly agent: Agent;
  private readonly url: URL;
  private readonly token: () => Promise<string>;

  constructor(options: { operatorUrl: string; token: () => Promise<string>; ca?: string }) {
    this.url = new URL(POLL_PATH, options.operatorUrl);
    this.token = options.token;
    this.agent = new Agent({ connect: options.ca ? { ca: options.ca } : {} });
  }

  /** One poll; undefined means nothing newer. Rejects with a PollError, or undici's error where the operator can't be reached. */
  async poll(body: PollRequest, signal: AbortSignal): Promise<PollResponse | undefined> {
    const answer = await request(this.url, {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await this.token()}`,
      },
      body: JSON.stringify(body),
      signal,
      headersTimeout: (body.wait_seconds + 10) * 1000,
    });
    if (answer.statusCode === 204) {
      await answer.body.dump();
      return undefined;
    }
    if (answer.statusCode !== 200) {
      const text = (await answer.body.text()).slice(0, 300);
      throw new PollError(`the operator answered ${answer.statusCode}: ${text}`);
    }
    const parsed = pollResponse.safeParse(await answer.body.json());
    if (!parsed.success) throw new PollError(`not a snapshot: ${parsed.error.message}`);
    return parsed.data;
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}
