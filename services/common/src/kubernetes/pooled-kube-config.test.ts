import { HttpMethod, RequestContext } from '@kubernetes/client-node';
import { expect, it, onTestFinished } from 'vitest';
import { PooledKubeConfig } from './pooled-kube-config.ts';

async function dispatcherOf(config: PooledKubeConfig) {
  const context = new RequestContext('https://kubernetes.example/', HttpMethod.GET);
  await config.applySecurityAuthentication(context);
  return context.getDispatcher();
}

function configWith(caData: string): PooledKubeConfig {
  const config = new PooledKubeConfig();
  use(config, caData);
  onTestFinished(() => config.close());
  return config;
}

function use(config: PooledKubeConfig, ca: string): void {
  config.loadFromClusterAndUser(
    {
      name: 'c',
      server: 'https://kubernetes.example',
      skipTLSVerify: false,
      caData: Buffer.from(ca).toString('base64'),
    },
    { name: 'u', token: 't' },
  );
}

it('keeps its connections from one request to the next', async () => {
  const config = configWith('one');
  const first = await dispatcherOf(config);
  expect(first).toBeDefined();
  expect(await dispatcherOf(config)).toBe(first);
});

it('makes new ones when the certificates change', async () => {
  const config = configWith('one');
  const first = await dispatcherOf(config);
  use(config, 'two');
  expect(await dispatcherOf(config)).not.toBe(first);
});

it('shares none between two configs, so that closing one leaves the other', async () => {
  expect(await dispatcherOf(configWith('one'))).not.toBe(await dispatcherOf(configWith('one')));
});
