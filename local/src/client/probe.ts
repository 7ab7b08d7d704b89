import { request } from 'undici';
import { z } from 'zod';

const readiness = z.object({ config: z.object({ epoch: z.number(), revision: z.number() }) });

/** Whether the gateway on a port of this machine is ready, and the `epoch.revision` that it runs; null before its first. */
export async function probeGateway(
  port: number,
): Promise<{ ready: boolean; revision: string | null }> {
  const { ready, body } = await probe(`http://127.0.0.1:${port}/health/readiness`);
  const config = readiness.safeParse(body).data?.config;
  return { ready, revision: config ? `${config.epoch}.${config.revision}` : null };
}

/** Whether the MCP host on a port of this machine is ready. */
export const isMcpHostReady = async (port: number): Promise<boolean> =>
  (await probe(`http://127.0.0.1:${port}/ready`)).ready;

interface Probe {
  readonly ready: boolean;
  /** The body, where it is JSON; or the error's message, where nobody answered. */
  readonly body: unknown;
}

/** Asks a readiness endpoint. A service that cannot be reached is not ready: that is an answer, not an error. */
async function probe(url: string): Promise<Probe> {
  try {
    const answer = await request(url, { headersTimeout: 1000, bodyTimeout: 1000 });
    const text = await answer.body.text();
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      ready: answer.statusCode === 200,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  } catch (error) {
    return { ready: false, body: error instanceof Error ? error.message : String(error) };
  }
}
