import { setFlagsFromString } from 'node:v8';
import { ConfigError, readEnvironment } from '@aicp/common/config/environment';
import { createLogger } from '@aicp/common/log/logger';
import { pollClientOf } from '@aicp/common/snapshot/poll-client';
import { systemClock } from '@aicp/common/time/clock';
import { cloudEnvironment, cloudOf } from './config/cloud-environment.ts';
import { gatewayEnvironment, toGatewayConfig } from './config/config.ts';
import { proxiesOf } from './config/proxy-environment.ts';
import {
  telemetryEnvironment,
  telemetrySettings,
} from './telemetry/settings/telemetry-settings.ts';
import { startGateway } from './start.ts';

/**
 * V8 allocates what survived its first, tiny collections in the old generation ever after. Here that is every request of the first
 * moments, and dead requests in the old generation keep later ones alive: 20 % of the CPU went into collecting them.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

try {
  await main();
} catch (error) {
  const reason = error instanceof ConfigError ? error.message : String((error as Error).stack);
  process.stderr.write(`gateway: ${reason}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const environment = readEnvironment(gatewayEnvironment, process.env);
  const log = createLogger({ service: 'gateway', level: environment.AICP_LOG_LEVEL });
  const telemetry = telemetrySettings(
    readEnvironment(telemetryEnvironment, process.env),
    (reason) => {
      log.warn({ reason }, 'telemetry_setting_ignored');
    },
  );
  const proxies = proxiesOf(process.env, environment);
  const cloud = cloudOf(readEnvironment(cloudEnvironment, process.env));
  const gateway = await startGateway(
    { ...toGatewayConfig(environment), proxies, cloud },
    {
      snapshots: pollClientOf(environment),
      log,
      clock: systemClock,
      random: Math.random,
      telemetry,
    },
  );
  const stop = (signal: NodeJS.Signals) => {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    log.info({ signal }, 'gateway_stopping');
    gateway.stop().catch((error: unknown) => {
      log.error({ err: error }, 'gateway_stop_failed');
      process.exitCode = 1;
    });
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
