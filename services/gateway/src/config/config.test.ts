import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readEnvironment } from '@aicp/common/config/environment';
import { issueCa, issueServer } from '@aicp/common/tls/issue-certificate';
import { expect, it, describe } from 'vitest';
import { gatewayEnvironment, toGatewayConfig } from './config.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { proxiesOf } from './proxy-environment.ts';

describe('config', () => {
  const environment = {
    AICP_DATA_DIR: '/data',
    AICP_OPERATOR_URL: 'https://operator',
    AICP_TOKEN_FILE: '/token',
    AICP_INSTANCE: 'gateway-0',
  };

  const configFor = (more: Record<string, string>) =>
    toGatewayConfig(readEnvironment(gatewayEnvironment, { ...environment, ...more }));

  it('refuses a certificate without its key', () => {
    expect(() => configFor({ AICP_TLS_CERT_FILE: '/tls.crt' })).toThrow(ConfigError);
    expect(() => configFor({ AICP_TLS_KEY_FILE: '/tls.key' })).toThrow('go together');
    expect(configFor({}).tls).toBeUndefined();
  });

  it('refuses an address of the workflow engine without the secret for it', () => {
    const at = { AICP_WORKFLOW_URL: 'http://workflow:8085/' };
    expect(() => configFor(at)).toThrow('goes with AICP_WORKFLOW_KEY_FILE');
    const { workflowEngine } = configFor({ ...at, AICP_WORKFLOW_KEY_FILE: '/key' });
    expect(workflowEngine).toMatchObject({ url: 'http://workflow:8085', keyFile: '/key' });
    expect(configFor({}).workflowEngine).toBeUndefined();
  });

  it('serves the API by TLS where there is a certificate', async () => {
    const lifetime = { fromMs: Date.now(), untilMs: Date.now() + 86_400_000 };
    const ca = await issueCa({ name: 'ca', ...lifetime });
    const server = await issueServer(ca, { name: 'gateway', hosts: ['127.0.0.1'], ...lifetime });
    const folder = await mkdtemp(join(tmpdir(), 'aicp-tls-'));
    await writeFile(join(folder, 'tls.crt'), server.cert);
    await writeFile(join(folder, 'tls.key'), server.key);
    const { tls } = configFor({
      AICP_TLS_CERT_FILE: join(folder, 'tls.crt'),
      AICP_TLS_KEY_FILE: join(folder, 'tls.key'),
    });

    await using gateway = await startTestGateway({ fragments: {}, config: { tls: tls! } });
    const url = gateway.url.replace('http:', 'https:');
    const status = await new Promise((resolve, reject) => {
      get(`${url}/health/readiness`, { ca: ca.cert, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(200);
    await rm(folder, { recursive: true });
  });
});

describe('the proxies of the environment', () => {
  const settings = { AICP_EGRESS_TENANTS_PROXY: 'none' } as const;

  it('are those that other programs take', () => {
    const { proxyFor, forTenants } = proxiesOf({ HTTPS_PROXY: 'http://proxy:3128' }, settings);
    expect(proxyFor(new URL('https://api.example'))?.url.href).toBe('http://proxy:3128/');
    expect(forTenants).toBe(false);
    expect(proxiesOf({}, { AICP_EGRESS_TENANTS_PROXY: 'use' }).forTenants).toBe(true);
  });

  it('end the start where one is none, without saying its password', () => {
    const environment = { https_proxy: 'socks5://ada:s3cret@proxy:1080' };
    const read = () => proxiesOf(environment, settings);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      'https_proxy is an address of socks5://, which is not spoken: write http://host:port or https://host:port',
    );
  });
});
