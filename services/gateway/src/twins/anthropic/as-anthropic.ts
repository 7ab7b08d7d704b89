import { parseJson } from '@aicp/common/json/parse-json';
import { TwinRefusal, type TwinRequest } from '../kit/start-twin.ts';

/** A request as a cloud takes it for Claude, as Anthropic would get it. Throws where the cloud would refuse it: it has the model in its path, and wants its version. */
export function asAnthropic(
  request: TwinRequest,
  version: string,
  more: Readonly<Record<string, unknown>> = {},
): TwinRequest {
  const { anthropic_version, anthropic_beta, ...members } = {
    ...(parseJson(request.body.toString()) as Record<string, unknown> | undefined),
  };
  const wrong =
    anthropic_version !== version
      ? `anthropic_version: must be ${version}`
      : ['model', ...Object.keys(more)].find((name) => name in members);
  if (wrong !== undefined)
    throw new TwinRefusal(400, {
      ...{ type: 'error', error: { type: 'invalid_request_error', message: `${wrong}: not here` } },
    });
  const model = /claude-[\w-]+/.exec(request.params['model'] ?? '')?.[0] ?? '';
  const named = Array.isArray(anthropic_beta) ? anthropic_beta.map(String) : [];
  const betas = [request.headers['anthropic-beta'] ?? [], named].flat();
  return {
    ...request,
    headers: {
      ...{ 'x-api-key': 'of-the-cloud', 'anthropic-version': '2023-06-01' },
      'anthropic-beta': betas.join(','),
    },
    body: Buffer.from(JSON.stringify({ ...members, ...more, model })),
  };
}
