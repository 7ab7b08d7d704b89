import { systemClock } from '@aicp/common/time/clock';
import { startSimulatedServer } from '@aicp/gateway/providers/simulated/server';
import { DEFAULT_SIMULATION } from '@aicp/gateway/providers/simulated/simulation';

/** The provider that all targets share, in a process of its own: answers of so many tokens, streams at so many a second. */
const [outputTokens, tokensPerSecond] = process.argv.slice(2).map(Number);

const server = await startSimulatedServer({
  host: '127.0.0.1',
  port: 0,
  simulation: {
    ...DEFAULT_SIMULATION,
    outputTokens: outputTokens ?? DEFAULT_SIMULATION.outputTokens,
    tokensPerSecond: tokensPerSecond ?? 0,
  },
  clock: systemClock,
  random: Math.random,
});
process.stdout.write(`ready ${server.port}\n`);
