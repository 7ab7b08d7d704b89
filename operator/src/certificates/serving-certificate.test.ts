import { X509Certificate } from 'node:crypto';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { describe, expect, it } from 'vitest';
import { keepServingCertificate, type ServingCertificateOptions } from './serving-certificate.ts';

const YEAR_MS = 365 * 86_400_000;
const HOSTS = ['aicp-operator', 'aicp-operator.aicp.svc'];

const options = (
  api: FakeKubernetes,
  more: Partial<ServingCertificateOptions> = {},
): ServingCertificateOptions => ({
  api,
  namespace: 'aicp',
  secret: 'aicp-operator-tls',
  hosts: HOSTS,
  clock: { now: () => Date.UTC(2026, 10, 21) },
  ...more,
});

const at = (ms: number) => ({ clock: { now: () => Date.UTC(2026, 10, 21) + ms } });

describe('the serving certificate', () => {
  it('is made once, signed by a CA that is kept with it, for every host', async () => {
    const { ca, server } = await keepServingCertificate(options(new FakeKubernetes()));
    const certificate = new X509Certificate(server.cert);
    expect(certificate.verify(new X509Certificate(ca.cert).publicKey)).toBe(true);
    for (const host of HOSTS) expect(certificate.checkHost(host)).toBe(host);
    expect(certificate.checkHost('elsewhere')).toBeUndefined();
  });

  it('is the same for a replica that starts later', async () => {
    const api = new FakeKubernetes();
    const first = await keepServingCertificate(options(api));
    expect(await keepServingCertificate(options(api, at(YEAR_MS)))).toEqual(first);
  });

  it('is the same for replicas that start at once', async () => {
    const api = new FakeKubernetes();
    const made = await Promise.all([1, 2, 3].map(() => keepServingCertificate(options(api))));
    expect(made[1]).toEqual(made[0]);
    expect(made[2]).toEqual(made[0]);
  });

  it('is renewed under the same CA long before its end', async () => {
    const api = new FakeKubernetes();
    const first = await keepServingCertificate(options(api));
    const later = await keepServingCertificate(options(api, at(3 * YEAR_MS)));
    expect(later.ca).toEqual(first.ca);
    expect(later.server).not.toEqual(first.server);
    const until = Date.parse(new X509Certificate(later.server.cert).validTo);
    expect(until - Date.UTC(2026, 10, 21)).toBe(8 * YEAR_MS);
  });

  it('is renewed where the operator got another name', async () => {
    const api = new FakeKubernetes();
    await keepServingCertificate(options(api));
    const hosts = [...HOSTS, 'other-operator.aicp.svc'];
    const { server } = await keepServingCertificate(options(api, { hosts }));
    expect(new X509Certificate(server.cert).checkHost('other-operator.aicp.svc')).toBeDefined();
  });

  it('gets a new CA where the old one would end first', async () => {
    const api = new FakeKubernetes();
    const first = await keepServingCertificate(options(api));
    const later = await keepServingCertificate(options(api, at(16 * YEAR_MS)));
    expect(later.ca).not.toEqual(first.ca);
  });

  it('is made anew where the Secret holds something else', async () => {
    const api = new FakeKubernetes();
    const metadata = { namespace: 'aicp', name: 'aicp-operator-tls' };
    await api.create(SECRETS, { metadata, data: { 'tls.crt': 'bm9uZQ==' } });
    const { server } = await keepServingCertificate(options(api));
    expect(new X509Certificate(server.cert).checkHost('aicp-operator')).toBe('aicp-operator');
  });

  it('is labelled as the operator’s own, so that no provider can be given it as a credential', async () => {
    const api = new FakeKubernetes();
    await keepServingCertificate(options(api));
    const secret = await api.get(SECRETS, { namespace: 'aicp', name: 'aicp-operator-tls' });
    expect(secret?.metadata.labels).toEqual({ 'app.kubernetes.io/managed-by': 'aicp-operator' });
    expect(secret?.['type']).toBe('kubernetes.io/tls');
  });

  it('is given up with a clear word where others change the Secret without end', async () => {
    const api = new FakeKubernetes();
    await keepServingCertificate(options(api));
    api.intercept = ({ verb }) => {
      if (verb === 'replace') throw new KubernetesError({ status: 409, message: 'changed' });
    };
    await expect(keepServingCertificate(options(api, at(4 * YEAR_MS)))).rejects.toThrow(
      'the Secret aicp/aicp-operator-tls changes faster than it can be written',
    );
  });

  it('is not made where the API refuses', async () => {
    const api = new FakeKubernetes();
    api.intercept = ({ verb }) => {
      if (verb === 'create') throw new KubernetesError({ status: 403, message: 'forbidden' });
    };
    await expect(keepServingCertificate(options(api))).rejects.toThrow('forbidden');
  });
});
