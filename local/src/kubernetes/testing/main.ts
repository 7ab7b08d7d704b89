import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { startKubernetesApi } from '../start-kubernetes-api.ts';

const [dataDirectory = '', token = ''] = process.argv.slice(2);

/** A server as a process of its own, for tests that kill it. Says where it is on its standard output. */
const api = await startKubernetesApi({
  dataDirectory,
  host: '127.0.0.1',
  port: 0,
  log: createLogger({ service: 'kubernetes', level: 'error' }),
  clock: systemClock,
  tokens: new Map([[token, 'admin']]),
});
process.stdout.write(`${JSON.stringify({ url: api.url, ca: api.ca })}\n`);
