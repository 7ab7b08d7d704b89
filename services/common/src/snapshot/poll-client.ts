import { Agent, request } from 'undici';
import {
  POLL_PATH,
  pollResponse,
  REPLICAS_HEADER,
  type PollRequest,
  type PollResponse,
} from '@aicp/contracts/poll/poll';
import {
  REPLICAS_PATH,
  replicaStates,
  type ReplicaStates,
} from '@aicp/contracts/poll/replica-states';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** The operator answered a poll with something else than a snapshot or "nothing newer". */
export class PollError extends Error {
  override readonly name = 'PollError';
}

/** People wait for it, ms. */
const REPLICAS_MS = 5_000;

/** What a poll brought. */
export interface PollAnswer {
  /** Undefined where nothing is newer. */
  readonly newer: PollResponse | undefined;
  /** How many replicas of this service the operator counts on; undefined where it does not say. */
  readonly expectedReplicas: number | undefined;
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

  /** One poll. Rejects with a PollError, or undici's error where the operator can't be reached. */
  async poll(body: PollRequest, signal: AbortSignal): Promise<PollAnswer> {
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
    const expectedReplicas = replicasIn(answer.headers[REPLICAS_HEADER]);
    if (answer.statusCode === 204) {
      await answer.body.dump();
      return { newer: undefined, expectedReplicas };
    }
    if (answer.statusCode !== 200) {
      const text = (await answer.body.text()).slice(0, 300);
      throw new PollError(`the operator answered ${answer.statusCode}: ${text}`);
    }
    const parsed = pollResponse.safeParse(await answer.body.json());
    if (!parsed.success) throw new PollError(`not a snapshot: ${parsed.error.message}`);
    return { newer: parsed.data, expectedReplicas };
  }

  /**
   * What the replicas of all services run; with the uid of an object, of that too. Only the admin service is told. Rejects with a PollError,
   * or undici's error where the operator can't be reached.
   */
  async replicas(uid?: string): Promise<ReplicaStates> {
    const url = new URL(REPLICAS_PATH, this.url);
    if (uid !== undefined) url.searchParams.set('uid', uid);
    const answer = await request(url, {
      dispatcher: this.agent,
      headers: { authorization: `Bearer ${await this.token()}` },
      headersTimeout: REPLICAS_MS,
      bodyTimeout: REPLICAS_MS,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) {
      throw new PollError(`the operator answered ${answer.statusCode}: ${text.slice(0, 300)}`);
    }
    const parsed = replicaStates.safeParse(JSON.parse(text));
    if (!parsed.success) throw new PollError(`not a list of replicas: ${parsed.error.message}`);
    return parsed.data;
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

const replicas = z.coerce.number().pipe(z.int().min(0).max(100_000));

const replicasIn = (header: string | string[] | undefined): number | undefined =>
  header === undefined ? undefined : replicas.safeParse(header).data;

/** What the environment of a service says of where its snapshots come from. */
export const POLL_ENVIRONMENT = {
  /** Where snapshots come from. */
  AICP_OPERATOR_URL: z.url(),
  /** CA of the operator's certificate, where it is not a public one. */
  AICP_OPERATOR_CA_FILE: z.string().optional(),
  /** The token that the operator knows us by; read again for every poll. */
  AICP_TOKEN_FILE: z.string(),
} as const;

export type PollEnvironment = z.output<z.ZodObject<typeof POLL_ENVIRONMENT>>;

/** The client that polls the operator of an environment. Throws where the CA's file can't be read. */
export function pollClientOf(environment: PollEnvironment): PollClient {
  const caFile = environment.AICP_OPERATOR_CA_FILE;
  return new PollClient({
    operatorUrl: environment.AICP_OPERATOR_URL,
    token: async () => (await readFile(environment.AICP_TOKEN_FILE, 'utf8')).trim(),
    ...(caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') }),
  });
}
