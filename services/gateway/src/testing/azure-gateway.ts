import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { AzureOpenAI, type OpenAI } from 'openai';
import { AZURE_KEY, startAzureTwin } from '../twins/azure/start-azure-twin.ts';
import { credential, key, model, provider } from './fragments.ts';
import { usageOf } from './journal-lines.ts';
import { startTestGateway } from './start-test-gateway.ts';
import { waitFor } from './wait-for.ts';

/** A nano-USD for each token in, ten for each token out. */
const prices = { input: '1000000', output: '10000000' };
const ACME = { organization: 'acme', boundTo: { organizationUid: 'uid-acme' } };
const OTHER = { organization: 'other', boundTo: { organizationUid: 'uid-other' } };
/** alice and carol are of two teams of one organization, dave is of another. */
const KEYS = [
  key('alice', { ...ACME, team: 'web', teamUid: 'uid-web' }),
  key('carol', { ...ACME, team: 'ml', teamUid: 'uid-ml' }),
  key('dave', { ...OTHER, team: 'web', teamUid: 'uid-w' }),
];

/** A gateway before the twin of Azure, that is asked in version 1 or by a date, with the model `gpt`, whose deployment is `deployed`. */
export async function startAzure(apiVersion?: string) {
  const parts = new AsyncDisposableStack();
  const twin = parts.use(await startAzureTwin());
  const azure = provider('azure', {
    ...{ type: 'azure_openai', baseUrl: twin.origin, credential: 'set' },
    ...(apiVersion === undefined ? {} : { apiVersion }),
  });
  const fragments = {
    ...{ providers: [azure], credentials: [credential('azure', AZURE_KEY)], keys: KEYS },
    models: [model('gpt', 'azure', { upstreamModel: 'deployed', prices })],
  };
  const gateway = parts.use(await startTestGateway({ fragments }));
  /** Azure's own client, as it stands before the gateway. */
  const clientOf = (name = 'alice'): OpenAI =>
    new AzureOpenAI({
      ...{ endpoint: gateway.url, apiKey: `sk-${name}`, maxRetries: 0 },
      apiVersion: '2025-04-01-preview',
    });
  /** The records of requests to the model, of those in batches too. */
  const records = (count: number): Promise<UsageRecord[]> =>
    waitFor(async () => {
      const found = (await usageOf(gateway)).filter((one) => one.model_served === 'gpt');
      return found.length >= count ? found : undefined;
    });
  return { twin, gateway, clientOf, records, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
