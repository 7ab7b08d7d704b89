import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { kubernetesContract } from '@aicp/test/contract/contract';
import type { ContractServer } from '@aicp/test/contract/contract-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCertificates } from './certificates.ts';
import { kubeconfigFor } from './kubeconfig.ts';
import { startKubernetesApi, type KubernetesApi } from './start-kubernetes-api.ts';
import { temporaryDirectories } from './testing/new-api.ts';

describe('certificates', () => {
  const NOW = Date.parse('2026-01-01T00:00:00Z');
  const DAY = 86_400_000;

  describe('the certificates', () => {
    const directory = temporaryDirectories();

    it('are a CA and a server certificate that it signed, for loopback', async () => {
      const { ca, cert } = await loadCertificates(directory(), NOW);
      const server = new X509Certificate(cert);
      expect(server.verify(new X509Certificate(ca).publicKey)).toBe(true);
      expect(server.subjectAltName).toBe(
        'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
      );
      expect(new X509Certificate(ca).ca).toBe(true);
      expect(server.ca).toBe(false);
    });

    it('stay the same from start to start', async () => {
      const path = directory();
      const first = await loadCertificates(path, NOW);
      expect(await loadCertificates(path, NOW + DAY)).toEqual(first);
    });

    it('keep their keys to their owner', async () => {
      const path = directory();
      await loadCertificates(path, NOW);
      for (const name of ['ca.key', 'server.key']) {
        expect((await stat(join(path, name))).mode & 0o777).toBe(0o600);
      }
      expect((await stat(path)).mode & 0o777).toBe(0o700);
    });

    it('are renewed before they end, under the same CA', async () => {
      const path = directory();
      const first = await loadCertificates(path, NOW);
      const later = await loadCertificates(path, NOW + 330 * DAY);
      expect(later.ca).toBe(first.ca);
      expect(later.cert).not.toBe(first.cert);
      expect(Date.parse(new X509Certificate(later.cert).validTo)).toBeGreaterThan(NOW + 600 * DAY);
    });

    it('are all made anew when the CA is about to end', async () => {
      const path = directory();
      const first = await loadCertificates(path, NOW);
      const later = await loadCertificates(path, NOW + 3640 * DAY);
      expect(later.ca).not.toBe(first.ca);
      const server = new X509Certificate(later.cert);
      expect(server.verify(new X509Certificate(later.ca).publicKey)).toBe(true);
    });
  });
});

describe('contract', () => {
  const TOKEN = 'contract-token-of-twenty-characters';

  describe('the embedded Kubernetes API', () => {
    let directory: string;
    let api: KubernetesApi;
    let server: ContractServer;

    const start = (port: number): Promise<KubernetesApi> =>
      startKubernetesApi({
        dataDirectory: join(directory, 'data'),
        host: '127.0.0.1',
        port,
        log: createLogger({ service: 'kubernetes', level: 'error' }),
        clock: systemClock,
        tokens: new Map([[TOKEN, 'admin']]),
      });

    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'aicp-contract-'));
      api = await start(0);
      const kubeconfigPath = join(directory, 'kubeconfig');
      const { url, ca, port } = api;
      const kubeconfig = kubeconfigFor({ url, ca, token: TOKEN, namespace: 'default' });
      await writeFile(kubeconfigPath, kubeconfig, { mode: 0o600 });
      const restart = async (): Promise<void> => {
        await api.close();
        api = await start(port);
      };
      server = { url, ca, token: TOKEN, kubeconfigPath, restart };
    });

    afterAll(async () => {
      await api.close();
      await rm(directory, { recursive: true });
    });

    kubernetesContract({
      server: () => server,
      controllers: true,
      watchList: true,
      decimals: 'IntOrString',
    });
  });
});
