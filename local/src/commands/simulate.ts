import type { ParseArgsOptionsConfig } from 'node:util';
import { simulationSpec } from '@aicp/crds/provider';
import { readPlainly, type PlainFault } from '@aicp/common/errors/read-plainly';
import { systemClock } from '@aicp/common/time/clock';
import { startSimulatedServer } from '@aicp/gateway/providers/simulated/server';
import { TWIN_VENDORS } from '@aicp/gateway/twins/vendors';
import { UserError, type Command, type OptionValues, type Terminal } from '../cli/command.ts';

const FLAGS = {
  'latency-ms': ['latencyMs', 'milliseconds before a JSON answer'],
  'first-token-ms': ['firstTokenMs', 'milliseconds before the first chunk of a stream'],
  'tokens-per-second': ['tokensPerSecond', 'pace of a stream; 0 sends all at once'],
  'output-tokens': ['outputTokens', 'length of an answer'],
  'error-rate': ['errorRate', 'share of requests that fail, 0 to 1'],
  'error-status': ['errorStatus', 'HTTP status of a failing request'],
  'abort-rate': ['abortRate', 'share of requests whose connection breaks half-way, 0 to 1'],
  seed: ['seed', 'makes the failures repeatable'],
} as const;

const VENDOR_NAMES = Object.keys(TWIN_VENDORS).join(', ');

export const simulate: Command = {
  name: 'simulate',
  summary:
    'Serve a simulated provider for trials, load and fault tests: an OpenAI-compatible API, or that of a vendor.',
  usage: 'simulate [--vendor NAME] [--host HOST] [--port PORT] [OPTIONS]',
  options: {
    vendor: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    ...Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, { type: 'string' }])),
  } satisfies ParseArgsOptionsConfig,
  help: [
    ['--vendor NAME', `speak the API of ${VENDOR_NAMES}; the options below --port are not for it`],
    ['--host HOST', 'address to listen on (default 127.0.0.1)'],
    ['--port PORT', 'port to listen on (default: a free one)'],
    ...Object.entries(FLAGS).map(([flag, [, meaning]]) => [`--${flag} N`, meaning] as const),
  ],
  async run(options, _positionals, terminal) {
    const host = typeof options['host'] === 'string' ? options['host'] : '127.0.0.1';
    if (options['vendor'] !== undefined) return await serveTwin(options, host, terminal);
    const server = await startSimulatedServer({
      host,
      port: Number(options['port'] ?? 0),
      simulation: simulationOf(options),
      clock: systemClock,
      random: Math.random,
    });
    terminal.out(`simulated provider on http://${host}:${server.port}/v1\n`);
    await aborted(terminal);
    await server.close();
    return 0;
  },
};

/** Serves the twin of a vendor until the terminal says that it is enough. */
async function serveTwin(options: OptionValues, host: string, terminal: Terminal): Promise<number> {
  const name = String(options['vendor']);
  const vendor = Object.hasOwn(TWIN_VENDORS, name) ? TWIN_VENDORS[name] : undefined;
  if (!vendor) throw new UserError(`--vendor must be one of ${VENDOR_NAMES}`);
  const flag = Object.keys(FLAGS).find((one) => options[one] !== undefined);
  if (flag !== undefined) throw new UserError(`--${flag} cannot be used together with --vendor`);
  await using twin = await vendor.start({ host, port: Number(options['port'] ?? 0) });
  const known = twin.credential === undefined ? '' : `it knows the credential ${twin.credential}\n`;
  terminal.out(`simulated ${name} on ${twin.origin}${vendor.base}\n${known}`);
  await aborted(terminal);
  return 0;
}

const aborted = ({ signal }: Terminal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** A fault in the words of the flags: `--error-rate must be …`. */
function flagFault({ path, message }: PlainFault): string {
  const [flag] = Object.entries(FLAGS).find(([, [field]]) => field === path[0]) ?? [];
  return flag === undefined ? message : `--${flag} ${message}`;
}

/** The flags as a simulation, checked by the very schema of `spec.simulation`. */
function simulationOf(options: OptionValues) {
  const given = Object.fromEntries(
    Object.entries(FLAGS).flatMap(([flag, [field]]) => {
      const value = options[flag];
      if (typeof value !== 'string') return [];
      return [[field, /^[0-9]+$/.test(value) ? Number(value) : value]];
    }),
  );
  const { data, faults } = readPlainly(simulationSpec, given);
  if (faults) throw new UserError(faults.map(flagFault).join('\n'));
  const { errorRate, abortRate } = data;
  return { ...data, errorRate: Number(errorRate), abortRate: Number(abortRate) };
}
