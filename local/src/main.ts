import { run, type Commands } from './cli/run.ts';

/** Each is loaded when it is asked for: what one of them needs would make all of them slow to start. */
const COMMANDS: Commands = {
  up: async () => (await import('./commands/up.ts')).up,
  down: async () => (await import('./commands/down.ts')).down,
  status: async () => (await import('./commands/status.ts')).status,
  logs: async () => (await import('./commands/logs.ts')).logs,
  apply: async () => (await import('./commands/apply.ts')).apply,
  get: async () => (await import('./commands/get.ts')).get,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  key: async () => (await import('./commands/key.ts')).key,
  workflow: async () => (await import('./commands/workflow.ts')).workflow,
  audit: async () => (await import('./commands/audit.ts')).audit,
  models: async () => (await import('./commands/models.ts')).models,
  import: async () => (await import('./commands/import.ts')).importObjects,
  prices: async () => (await import('./commands/prices.ts')).prices,
  license: async () => (await import('./commands/license.ts')).license,
  journal: async () => (await import('./commands/journal.ts')).journal,
  simulate: async () => (await import('./commands/simulate.ts')).simulate,
  version: async () => (await import('./commands/version.ts')).version,
};

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stopping.abort(signal));
}
// A reader that went away (`aicp logs | head`) ends the command, not with a stack.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), COMMANDS, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  environment: process.env,
  signal: stopping.signal,
});
