import { systemClock } from '@aicp/common/time/clock';
import { columns } from '../cli/columns.ts';
import {
  DATA_DIRECTORY,
  dataDirectory,
  UserError,
  type Command,
  type OptionValues,
  type Terminal,
} from '../cli/command.ts';
import { engineOf, type EngineClient, type ExecutionSeen } from '../workflows/engine-client.ts';
import { follow, textOf, usd } from '../workflows/follow.ts';
import { inputOf } from '../workflows/input-of.ts';

export const workflow: Command = {
  name: 'workflow',
  summary: 'Execute a workflow and follow it, or list executions.',
  usage:
    'workflow run TEMPLATE [--input NAME=VALUE | --input JSON …] [--detach] | workflow list [--status STATUS] [--template TEMPLATE] [--data-dir DIR]',
  options: {
    ...DATA_DIRECTORY.option,
    input: { type: 'string', multiple: true },
    follow: { type: 'boolean' },
    detach: { type: 'boolean' },
    status: { type: 'string' },
    template: { type: 'string' },
  },
  help: [
    ['--input INPUT', 'query=…, or an object in JSON; as often as there is more of it'],
    ['--follow', 'say what its steps do until it ends, and what came of it (as it is done anyway)'],
    ['--detach', 'or say its id, and leave it alone'],
    ['--status STATUS', 'list: pending, running, waiting, completed, failed or cancelled ones'],
    ['--template TEMPLATE', 'list: those of one workflow'],
    DATA_DIRECTORY.help,
  ],
  async run(options, [verb, ...rest], terminal) {
    if (verb !== 'run' && verb !== 'list') {
      throw new UserError('say `aicp workflow run research --input query=…`, or `workflow list`');
    }
    const engine = engineOf(dataDirectory(options));
    return verb === 'list'
      ? await list(engine, options, terminal)
      : await execute(engine, { options, rest, terminal });
  },
};

async function list(
  engine: EngineClient,
  options: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const filters = ['status', 'template'].flatMap((name) => {
    const value = options[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const found = await engine.list(Object.fromEntries(filters) as Record<string, string>);
  const rows = found.map(({ id, template, status, created_at: at, ...sums }) => [
    ...[id, template, status, at],
    ...[String(sums.total_tokens ?? 0), usd(sums.total_cost ?? 0)],
  ]);
  terminal.out(columns([['ID', 'TEMPLATE', 'STATUS', 'CREATED', 'TOKENS', 'COST'], ...rows]));
  return 0;
}

async function execute(
  engine: EngineClient,
  parts: { options: OptionValues; rest: readonly string[]; terminal: Terminal },
): Promise<number> {
  const { options, terminal } = parts;
  const [template, ...more] = parts.rest;
  if (template === undefined) throw new UserError('say which: aicp workflow run research');
  const { input } = options as { readonly input?: readonly string[] };
  const schema = await engine.inputSchema(template);
  const started = await engine.start(template, inputOf([...(input ?? []), ...more], schema));
  if (options['detach'] === true) {
    terminal.out(`${started.id}\n`);
    return 0;
  }
  terminal.err(`${template} ${started.id}\n`);
  const ended = await follow(started.id, {
    ...{ engine, clock: systemClock, signal: terminal.signal },
    say: (line) => terminal.err(`${line}\n`),
  });
  return told(ended, terminal);
}

/** The output goes to where a program reads it, all else to the person. */
function told(ended: ExecutionSeen, { out, err }: Terminal): number {
  const { status, output, error, id } = ended;
  err(`${status}, ${ended.total_tokens ?? 0} tokens, ${usd(ended.total_cost ?? 0)}\n`);
  if (status === 'completed') {
    out(`${textOf(output ?? null)}\n`);
    return 0;
  }
  if (error !== undefined && error !== null) err(`${textOf(error)}\n`);
  else if (status !== 'failed' && status !== 'cancelled') err(`it goes on without you: ${id}\n`);
  return 1;
}
