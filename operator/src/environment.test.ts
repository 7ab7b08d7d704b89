import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readEnvironment } from '@aicp/common/config/environment';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operatorEnvironment, toConfig } from './environment.ts';

const CLUSTER = {
  AICP_NAMESPACE: 'aicp',
  AICP_IDENTITY: 'operator-0',
  AICP_SNAPSHOT_SERVICE_ACCOUNTS: '{"aicp-gateway":"gateway"}',
};
const config = (environment: Record<string, string>) =>
  toConfig(readEnvironment(operatorEnvironment, environment));

async function file(name: string, contents: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aicp-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, contents);
  return path;
}

describe('the environment of an operator', () => {
  it('in a cluster needs little', async () => {
    expect(await config(CLUSTER)).toEqual({
      namespace: 'aicp',
      identity: 'operator-0',
      snapshot: { host: '0.0.0.0', port: 8443 },
      auth: {
        type: 'pods',
        audience: 'aicp-config',
        serviceAccounts: new Map([['aicp-gateway', 'gateway']]),
      },
      bootstrapKey: true,
    });
  });

  it('on one machine names a file of tokens, and the key of the administrator is made elsewhere', async () => {
    const tokens = await file('tokens.json', '{"secret":"gateway"}');
    const { auth, bootstrapKey } = await config({
      AICP_NAMESPACE: 'default',
      AICP_IDENTITY: 'operator-0',
      AICP_SNAPSHOT_TOKENS_FILE: tokens,
    });
    expect(auth).toEqual({ type: 'tokens', tokens: new Map([['secret', 'gateway']]) });
    expect(bootstrapKey).toBe(false);
  });

  it('says where other replicas and people reach it', async () => {
    const { snapshot, health } = await config({
      ...CLUSTER,
      AICP_SNAPSHOT_HOST: '::',
      AICP_SNAPSHOT_PORT: '9443',
      AICP_SNAPSHOT_ADVERTISED_HOST: '10.0.0.7',
      AICP_METRICS_PORT: '9090',
    });
    expect(snapshot).toEqual({ host: '::', port: 9443, advertisedHost: '10.0.0.7' });
    expect(health).toEqual({ host: '::', port: 9090 });
  });

  it('names files of a certificate, which are read anew each time', async () => {
    const cert = await file('tls.crt', 'one');
    const key = await file('tls.key', 'key');
    const { snapshot } = await config({
      ...CLUSTER,
      AICP_SNAPSHOT_CERT_FILE: cert,
      AICP_SNAPSHOT_KEY_FILE: key,
    });
    expect(await snapshot.tls?.()).toEqual({ cert: 'one', key: 'key' });
    await writeFile(cert, 'two');
    expect(await snapshot.tls?.()).toMatchObject({ cert: 'two' });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['nobody who may take snapshots', { AICP_SNAPSHOT_SERVICE_ACCOUNTS: '' }, /set one/],
    ['no JSON', { AICP_SNAPSHOT_SERVICE_ACCOUNTS: 'aicp-gateway' }, /must be a JSON object/],
    [
      'a service that takes none',
      { AICP_SNAPSHOT_SERVICE_ACCOUNTS: '{"x":"nobody"}' },
      /no service/,
    ],
    ['half a certificate', { AICP_SNAPSHOT_CERT_FILE: '/tls.crt' }, /go together/],
    ['no namespace', { AICP_NAMESPACE: '' }, /AICP_NAMESPACE/],
    ['no port', { AICP_SNAPSHOT_PORT: 'http' }, /AICP_SNAPSHOT_PORT/],
  ])('with %s is refused in words', async (_, more, message) => {
    await expect(async () => config({ ...CLUSTER, ...more })).rejects.toThrow(ConfigError);
    await expect(async () => config({ ...CLUSTER, ...more })).rejects.toThrow(message);
  });
});
