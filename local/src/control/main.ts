import { readEnvironment } from '@aicp/common/config/environment';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { controlEnvironment } from './environment.ts';
import { GatewayWatch } from './gateway-watch.ts';
import { isSupervisorMessage, type ControlMessage } from './messages.ts';
import { startControl } from './start-control.ts';

/** How often readiness is looked at while something is not ready, and afterwards. */
const EVERY_MS = { starting: 50, ready: 1000 };

const environment = readEnvironment(controlEnvironment, process.env);
const log = createLogger({ service: 'control', level: environment.AICP_LOG_LEVEL });
process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled_rejection'));

let services = (): ControlMessage['services'] => [];
let told = '';
const ending = new AbortController();
const gateway = new GatewayWatch({
  port: environment.AICP_GATEWAY_PORT,
  clock: systemClock,
  onChange: tell,
});
process.on('message', (message) => {
  if (isSupervisorMessage(message)) gateway.follow(message.pid);
});
const watching = gateway.run(ending.signal);

const control = await startControl(environment, () => gateway.seen.ready);
services = () => control.services();

let timer: NodeJS.Timeout | undefined;
look();

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    clearTimeout(timer);
    ending.abort();
    void Promise.all([watching, control.stop()]).then(() => process.exit(0));
  });
}

function look(): void {
  const isReady = tell().services.every(({ ready }) => ready);
  timer = setTimeout(look, EVERY_MS[isReady ? 'ready' : 'starting']);
}

/** Tells the supervisor what changed. */
function tell(): ControlMessage {
  const message: ControlMessage = {
    type: 'services',
    services: services(),
    gateway: gateway.seen,
  };
  const text = JSON.stringify(message);
  if (text !== told) process.send?.(message);
  told = text;
  return message;
}
