import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  leaseAnswer,
  LEASES_PATH,
  type LeaseAnswer,
  type LeaseCall,
} from '@aicp/contracts/budgets/lease-call';
import { Agent, request } from 'undici';
import type { DeliverySettings } from '../../usage/delivery/delivery.ts';

/** Requests wait for the answer. */
const TIMEOUT_MS = 1_000;
const LONGEST_ANSWER = 4_194_304;

/** Calls the budget service for leases. Owns its connections; `close` ends them. */
export class LeaseClient {
  private readonly agent: Agent;
  private readonly url: URL;
  private readonly tokenFile: string;

  /** Throws the system's error where the CA's file cannot be read. */
  constructor({ url, tokenFile, caFile }: DeliverySettings) {
    this.tokenFile = tokenFile;
    this.url = new URL(LEASES_PATH, url);
    this.agent = new Agent({
      connect: caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') },
      maxResponseSize: LONGEST_ANSWER,
    });
  }

  /** Rejects where there is no answer in time, or it is none that grants anything. */
  async send(call: LeaseCall): Promise<LeaseAnswer> {
    const { statusCode, body } = await request(this.url, {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${(await readFile(this.tokenFile, 'utf8')).trim()}`,
      },
      body: JSON.stringify(call),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await body.text();
    if (statusCode !== 200) {
      throw new Error(`the budget service answered ${statusCode}: ${text.slice(0, 300)}`);
    }
    const answer = leaseAnswer.parse(JSON.parse(text));
    if (answer.counters.length !== call.counters.length) {
      throw new Error('the budget service answered for other counters than it was asked for');
    }
    return answer;
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}
