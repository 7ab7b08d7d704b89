import { ENDPOINT_SLICES } from '@aicp/common/kubernetes/objects';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { PollClient } from '@aicp/common/snapshot/poll-client';
import { systemClock } from '@aicp/common/time/clock';
import { startGateway, type RunningGateway } from '@aicp/gateway/start';
import { testConfig } from '@aicp/gateway/testing/start-test-gateway';
import { endpointSlice } from '@aicp/local/control/endpoints';
import { GATEWAY_TOKEN, type AdminInstallation } from '../admin/admin-installation.ts';

/** A gateway of an installation, whose operator counts it as ready. */
export async function gatewayOf(
  aicp: AdminInstallation,
  directory: string,
): Promise<RunningGateway> {
  const snapshots = new PollClient({
    operatorUrl: aicp.operatorUrl,
    token: () => Promise.resolve(GATEWAY_TOKEN),
  });
  const { log } = recordingLog();
  const gateway = await startGateway(testConfig(directory), {
    ...{ snapshots, log, clock: systemClock, random: Math.random },
  });
  const replica = { service: 'gateway', instance: 'gateway-0', port: gateway.port };
  const slice = endpointSlice(replica, aicp.namespace, true);
  await aicp.api.apply(ENDPOINT_SLICES, slice, { fieldManager: 'test' });
  return gateway;
}
