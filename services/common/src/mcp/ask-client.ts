import type { Client, Progress } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { brokenAnswers } from './guarded-fetch.ts';
import type { Answer, Hearing } from './upstream-client.ts';

/** How one request is sent. */
export interface AskOptions extends Hearing {
  /** Milliseconds, with all that the server asks meanwhile. */
  readonly timeoutMs: number;
  /** Whoever asks has gone. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Fields of `_meta` that are for a server of now alone: what one of 2025 learns at the start of a connection. */
  readonly meta?: Answer | undefined;
  /** Sent with this request alone. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const anything = z.looseObject({});

const withMeta = (params: Answer | undefined, meta: Answer | undefined): Answer | undefined =>
  meta ? { ...params, _meta: { ...(params?.['_meta'] as Answer | undefined), ...meta } } : params;

/** Sends a request, and waits for its answer, which ends with an error where its stream breaks. */
export async function askClient(
  client: Client,
  { method, params }: { readonly method: string; readonly params?: Answer },
  { timeoutMs, signal, onProgress, headers, meta }: AskOptions,
): Promise<Answer> {
  const isNew = client.getProtocolEra() === 'modern';
  const sent = isNew ? withMeta(params, meta) : params;
  const request = { method, ...(sent ? { params: sent } : {}) };
  const broken = new AbortController();
  const options = {
    timeout: timeoutMs,
    maxTotalTimeout: timeoutMs,
    signal: signal ? AbortSignal.any([signal, broken.signal]) : broken.signal,
    allowInputRequired: true,
    ...(headers ? { headers } : {}),
    ...(onProgress ? { onprogress: onProgress } : {}),
  };
  const onBroken = (why: Error): void => {
    broken.abort(why);
  };
  return await brokenAnswers.run(onBroken, () => client.request(request, anything, options));
}
