import { readEnvironment } from '@aicp/common/config/environment';
import { createLogger } from '@aicp/common/log/logger';
import { controlEnvironment } from './environment.ts';
import type { ControlMessage } from './messages.ts';
import { startControl } from './start-control.ts';

const EVERY_MS = 50;

const environment = readEnvironment(controlEnvironment, process.env);
const log = createLogger({ service: 'control', level: environment.AICP_LOG_LEVEL });
process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled_rejection'));

const control = await startControl(environment);

let told = '';
const timer = setInterval(() => {
  const message: ControlMessage = { type: 'services', services: control.services() };
  const text = JSON.stringify(message);
  if (text === told || !process.send) return;
  told = text;
  process.send(message);
}, EVERY_MS);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    clearInterval(timer);
    void control.stop().then(() => process.exit(0));
  });
}
