import { gatewayEnvironment } from '@aicp/gateway/config/config';
import { telemetryEnvironment } from '@aicp/gateway/telemetry/settings/telemetry-settings';
import { describe, expect, it } from 'vitest';
import { dataPaths } from '../data/paths.ts';
import { portsFor } from '../data/ports.ts';
import { environments } from './environments.ts';

const environmentsFrom = (inherited: Readonly<Record<string, string>>, redisUrl?: string) =>
  environments({
    paths: dataPaths('/data'),
    ports: portsFor(0),
    gatewayTokenFile: '/data/gateway-token',
    countsTokenFile: '/data/counts-token',
    playgroundKeyFile: '/data/playground-key',
    stepsKeyFile: '/data/steps-key',
    usageTokenFile: '/data/usage-token',
    kubeconfig: undefined,
    adminKey: undefined,
    databaseUrl: undefined,
    redisUrl,
    logLevel: 'info',
    inherited,
  });

const SETTINGS = Object.keys({ ...gatewayEnvironment.shape, ...telemetryEnvironment.shape });

describe('the gateway of an installation', () => {
  it('has every setting from the environment but those that the installation decides', () => {
    const { gateway } = environmentsFrom(Object.fromEntries(SETTINGS.map((name) => [name, 'x'])));
    expect(SETTINGS.filter((name) => gateway[name] !== 'x').toSorted()).toEqual([
      'AICP_BOOT_DIR',
      'AICP_BUDGET_CA_FILE',
      'AICP_BUDGET_URL',
      'AICP_COUNTS_TOKEN_FILE',
      'AICP_DATA_DIR',
      'AICP_EGRESS_ALLOW',
      'AICP_EGRESS_TENANTS_ALLOW',
      'AICP_HOST',
      'AICP_INSTANCE',
      'AICP_LOG_LEVEL',
      'AICP_MCP_HOST_CA_FILE',
      'AICP_MCP_HOST_KEY_FILE',
      'AICP_MCP_HOST_URL',
      'AICP_OPERATOR_CA_FILE',
      'AICP_OPERATOR_URL',
      'AICP_PLAYGROUND_KEY_FILE',
      'AICP_PORT',
      'AICP_REDIS_URL',
      'AICP_TLS_CERT_FILE',
      'AICP_TLS_KEY_FILE',
      'AICP_TOKEN_FILE',
      'AICP_USAGE_TOKEN_FILE',
      'AICP_WORKFLOW_CA_FILE',
      'AICP_WORKFLOW_KEY_FILE',
      'AICP_WORKFLOW_URL',
    ]);
  });

  it('has none of what is meant for others', () => {
    const inherited = {
      AICP_DATABASE_URL: 'postgresql://secret',
      AICP_ADMIN_KEY: 'secret',
      AWS_SECRET_ACCESS_KEY: 'secret',
      LICENSE_KEY: 'secret',
    };
    expect(Object.values(environmentsFrom(inherited).gateway)).not.toContainEqual(
      expect.stringContaining('secret'),
    );
  });

  it('counts under a name of the installation’s own, unless it is told one', () => {
    const { gateway } = environmentsFrom({}, 'redis://127.0.0.1:6379');
    expect(gateway).toMatchObject({
      AICP_REDIS_URL: 'redis://127.0.0.1:6379',
      AICP_REDIS_PREFIX: expect.stringMatching(/^aicp-[0-9a-f]{12}$/) as string,
    });
    const told = environmentsFrom({ AICP_REDIS_PREFIX: 'mine' }).gateway;
    expect(told['AICP_REDIS_PREFIX']).toBe('mine');
  });
});
