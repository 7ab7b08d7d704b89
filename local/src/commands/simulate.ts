import type { ParseArgsOptionsConfig } from 'node:util';
import { simulationSpec } from '@aicp/crds/provider';
import { readPlainly, type PlainFault } from '@aicp/common/errors/read-plainly';
import { systemClock } from '@aicp/common/time/clock';
import { startSimulatedServer } from '@aicp/gateway/providers/simulated/server';
import { UserError, type Command, type OptionValues } from '../cli/command.ts';

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

export const simulate: Command = {
  name: 'simulate',
  summary: 'Serve a simulated provider: an OpenAI-compatible API for trials, load and fault tests.',
  usage: 'simulate [--host HOST] [--port PORT] [OPTIONS]',
  options: {
    host: { type: 'string' },
    port: { type: 'string' },
    ...Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, { type: 'string' }])),
  } satisfies ParseArgsOptionsConfig,
  help: [
    ['--host HOST', 'address to listen on (default 127.0.0.1)'],
    ['--port PORT', 'port to listen on (default: a free one)'],
    ...Object.entries(FLAGS).map(([flag, [, meaning]]) => [`--${flag} N`, meaning] as const),
  ],
  async run(options, _positionals, terminal) {
    const host = typeof options['host'] === 'string' ? options['host'] : '127.0.0.1';
    const server = await startSimulatedServer({
      host,
      port: Number(options['port'] ?? 0),
      simulation: simulationOf(options),
      clock: systemClock,
      random: Math.random,
    });
    terminal.out(`simulated provider on http://${host}:${server.port}/v1\n`);
    await new Promise<void>((resolve) => {
      terminal.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await server.close();
    return 0;
  },
};

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
