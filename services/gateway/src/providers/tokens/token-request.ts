/** Asks a service that hands out tokens. */
export interface TokenRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface TokenAnswer {
  readonly status: number;
  readonly body: string;
}

/** Rejects where there is no answer, with an error that holds nothing of the request. */
export type AskForToken = (request: TokenRequest) => Promise<TokenAnswer>;

const TIMEOUT_MS = 10_000;

/** Over the network. Only for addresses that the process was told by whoever runs it, or that are a vendor's: nothing guards them. Redirects are not followed. */
export const askForToken: AskForToken = async ({ url, method, headers, body }) => {
  const answer = await fetch(url, {
    ...{ method, headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) },
    ...(body === undefined ? {} : { body }),
  }).catch((error: unknown) => {
    throw new Error(`${url.host} does not answer: ${reasonOf(error)}`, { cause: error });
  });
  return { status: answer.status, body: await answer.text() };
};

function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  if (typeof code === 'string') return code;
  return cause instanceof Error ? cause.message : String(cause);
}
