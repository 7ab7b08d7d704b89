import { anthropicTwin } from '../twins/anthropic/anthropic-twin.ts';
import { startTwin, type Twin } from '../twins/kit/start-twin.ts';
import { credential, key, model, provider, simulated, type Fragments } from './fragments.ts';
import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

const PRICES = {
  input: '3000000000',
  output: '15000000000',
  cachedInput: '300000000',
  cacheWrite: '3750000000',
};

/** A gateway before a twin of Anthropic, and a simulation beside it. */
export interface AnthropicGateway extends AsyncDisposable {
  readonly gateway: TestGateway;
  readonly twin: Twin;
}

export async function startAnthropic(more: Partial<Fragments> = {}): Promise<AnthropicGateway> {
  const parts = new AsyncDisposableStack();
  const twin = parts.use(await startTwin({ routes: anthropicTwin() }));
  const baseUrl = `${twin.origin}/v1`;
  const fragments: Fragments = {
    providers: [
      provider('claude', { type: 'anthropic', baseUrl, credential: 'set' }),
      simulated('sim'),
    ],
    credentials: [credential('claude', 'sk-ant-twin-secret-key')],
    models: [
      model('sonnet', 'claude', { upstreamModel: 'claude-sonnet-4-5', prices: PRICES }),
      model('opus', 'claude', { upstreamModel: 'claude-opus-4-7', prices: PRICES }),
      model('small', 'sim', { prices: PRICES }),
    ],
    keys: [key('alice')],
    ...more,
  };
  const gateway = parts.use(await startTestGateway({ fragments }));
  return { gateway, twin, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
