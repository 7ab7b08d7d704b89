import { request } from 'node:http';
import { parseJson } from '@aicp/common/json/parse-json';
import type { Lease } from '../tokens/renewed.ts';
import { UpstreamError } from '../upstream/provider-client.ts';
import { tokenAnswer } from './ask-for-token.ts';

/** Where the token of whoever this process runs as is had (https://cloud.google.com/compute/docs/metadata/overview). */
const PATH = '/computeMetadata/v1/instance/service-accounts/default/token';
const TIMEOUT_MS = 5_000;
const LARGEST_ANSWER = 65_536;

/**
 * Asks the metadata server for a token of the identity that this process has in Google's cloud. The address is the installation's, and no provider can name another: it
 * is no address that requests of anybody may go to.
 */
export async function workloadToken(host: string, now: number): Promise<Lease<string>> {
  const { status, text } = await ask(host);
  const read = tokenAnswer.safeParse(parseJson(text));
  if (status === 200 && read.success)
    return { value: read.data.access_token, expiresAt: now + read.data.expires_in * 1000 };
  throw new UpstreamError(
    'credential',
    `the metadata server ${host} answers ${status} and no token: give the gateway's service account a workload identity, or the provider a Secret`,
  );
}

function ask(host: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      reject(
        new UpstreamError(
          'connection',
          `the metadata server ${host} does not answer (${error.message}): without a Secret, the provider needs the workload identity of a cluster in Google's cloud`,
          error,
        ),
      );
    };
    const headers = { 'metadata-flavor': 'Google' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    request(`http://${host}${PATH}`, { headers, agent: false, signal }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        if (size < LARGEST_ANSWER) chunks.push(chunk);
        size += chunk.length;
      });
      response.on('error', failed);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    })
      .on('error', failed)
      .end();
  });
}
