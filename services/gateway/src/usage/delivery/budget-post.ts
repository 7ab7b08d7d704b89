import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Agent, request, type Dispatcher } from 'undici';

/** Where the budget service is, and how this gateway is known to it. */
export interface DeliverySettings {
  readonly url: string;
  readonly tokenFile: string;
  /** CA of its certificate, where that is not a public one. */
  readonly caFile: string | undefined;
}

/** What it says. */
export interface BudgetAnswer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly text: string;
}

const LONGEST_ANSWER = 4_194_304;

/** Posts JSON to one path of the budget service. Owns its connections; `close` ends them. */
export class BudgetPost {
  private readonly agent: Agent;
  private readonly url: URL;
  private readonly tokenFile: string;
  private readonly timeoutMs: number;

  /** Throws the system's error where the CA's file cannot be read. */
  constructor(
    { url, tokenFile, caFile }: DeliverySettings,
    { path, timeoutMs }: { readonly path: string; readonly timeoutMs: number },
  ) {
    this.url = new URL(path, url);
    this.tokenFile = tokenFile;
    this.timeoutMs = timeoutMs;
    this.agent = new Agent({
      connect: caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') },
      maxResponseSize: LONGEST_ANSWER,
    });
  }

  /** Rejects where there is no answer in time. The token is read each time: it changes while a gateway runs. */
  async send(body: string, signal?: AbortSignal): Promise<BudgetAnswer> {
    const timeout = AbortSignal.timeout(this.timeoutMs);
    const answer = await request(this.url, {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${(await readFile(this.tokenFile, 'utf8')).trim()}`,
      },
      body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const { statusCode: status, headers } = answer;
    return { status, headers, text: await answer.body.text() };
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

/** What an answer that is none of use says, as part of an error. */
export const saidBy = ({ status, text }: Pick<BudgetAnswer, 'status' | 'text'>): string =>
  `the budget service answered ${status}: ${text.slice(0, 300)}`;
