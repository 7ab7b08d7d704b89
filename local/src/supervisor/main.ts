import { parseArgs } from 'node:util';
import { dataPaths } from '../data/paths.ts';
import { runForeground } from './foreground.ts';
import { startProblem } from './progress.ts';

// What `aicp up --detach` leaves running: the supervisor alone, without what other commands need, so that it stays small. Whoever started
// it has looked at the folder and the ports.
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.aicp' },
    'port-offset': { type: 'string', default: '0' },
    kubeconfig: { type: 'string' },
    'no-console': { type: 'boolean', default: false },
    'mcp-host': { type: 'boolean', default: false },
  },
});

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stopping.abort(signal));
}

const paths = dataPaths(values['data-dir']);
try {
  process.exitCode = await runForeground({
    paths,
    portOffset: Number(values['port-offset']),
    kubeconfig: values.kubeconfig,
    console: !values['no-console'],
    mcpHost: values['mcp-host'],
    redisUrl: process.env['AICP_REDIS_URL'],
    terminal: {
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      isTerminal: false,
      environment: process.env,
      signal: stopping.signal,
    },
  });
} catch (error) {
  const problem = startProblem(error, paths);
  if (problem === undefined) throw error;
  process.stderr.write(`aicp up: ${problem}\n`);
  process.exitCode = 1;
}
