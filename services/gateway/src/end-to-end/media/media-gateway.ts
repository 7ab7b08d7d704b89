import { toFile } from 'openai';
import { clientOf } from '../../testing/clients.ts';
import {
  credential,
  key,
  model,
  provider,
  simulated,
  type Fragments,
} from '../../testing/fragments.ts';
import type { guardrail } from '../../testing/guardrails.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startOpenAiTwin } from '../../twins/openai/openai-twin.ts';

export type Guardrails = readonly ReturnType<typeof guardrail>[];

/** OpenAI's twin as the provider `up`, one that is simulated as `sim`, a gateway with models of them, and a client of the key `alice`. */
export async function startMedia(
  models: readonly ReturnType<typeof model>[],
  guardrails: Guardrails = [],
  more: Fragments = {},
) {
  const parts = new AsyncDisposableStack();
  const twin = parts.use(await startOpenAiTwin());
  const up = provider('up', { type: 'openai', baseUrl: `${twin.origin}/v1`, maxRetries: 0 });
  const fragments = {
    ...{ providers: [up, simulated('sim')], credentials: [credential('up', 'sk-vendor')] },
    ...{ models, keys: [key('alice')], guardrails },
    ...more,
  };
  const gateway = parts.use(await startTestGateway({ fragments }));
  const client = clientOf(gateway);
  return { twin, gateway, client, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** USD 2.50, 10 and 6 a million: in nano-USD. */
const TOKENS = { input: '2500000000', output: '10000000000', audioInput: '6000000000' };

/** The same with models that write down what is said, and that make images. */
export const startTranscribing = (guardrails: Guardrails = []) =>
  startMedia(
    [
      model('scribe', 'up', {
        ...{ mode: 'transcription', upstreamModel: 'gpt-4o-transcribe', prices: TOKENS },
      }),
      model('old', 'up', {
        ...{ mode: 'audio', upstreamModel: 'whisper-1', prices: { perRequest: '6000000' } },
      }),
      // USD 0.006 a minute.
      model('minutes', 'up', {
        ...{ mode: 'audio', upstreamModel: 'whisper-1', prices: { perMinute: '6000000' } },
      }),
      model('painter', 'up', {
        ...{ mode: 'image', upstreamModel: 'gpt-image-1', prices: { perImage: '40000000' } },
      }),
      model('small', 'sim'),
    ],
    guardrails,
  );

/** A sound in which a text is said. */
export const soundOf = (text: string) =>
  toFile(Buffer.from(text), 'said.mp3', { type: 'audio/mpeg' });
