import { request } from 'undici';

export interface Probe {
  readonly ready: boolean;
  /** The body, where it is JSON; or the error's message, where nobody answered. */
  readonly body: unknown;
}

/** Asks a readiness endpoint. A service that cannot be reached is not ready: that is an answer, not an error. */
export async function probe(url: string): Promise<Probe> {
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
