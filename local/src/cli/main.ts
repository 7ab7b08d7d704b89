import { apply } from '../commands/apply.ts';
import { audit } from '../commands/audit.ts';
import { down } from '../commands/down.ts';
import { get } from '../commands/get.ts';
import { journal } from '../commands/journal.ts';
import { key } from '../commands/key.ts';
import { license } from '../commands/license.ts';
import { logs } from '../commands/logs.ts';
import { simulate } from '../commands/simulate.ts';
import { status } from '../commands/status.ts';
import { up } from '../commands/up.ts';
import { version } from '../commands/version.ts';
import { run } from './run.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stopping.abort(signal));
}
// A reader that went away (`aicp logs | head`) ends the command, not with a stack.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(
  process.argv.slice(2),
  [up, down, status, logs, apply, get, key, audit, license, journal, simulate, version],
  {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isTerminal: process.stdout.isTTY,
    environment: process.env,
    signal: stopping.signal,
  },
);
