import { describe, expect, it } from 'vitest';
import { UserError, type Command, type Terminal } from './command.ts';
import { run } from './run.ts';

function terminal() {
  const said = { out: '', err: '' };
  const fake: Terminal = {
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    isTerminal: false,
    environment: {},
    signal: new AbortController().signal,
  };
  return { said, fake };
}

const greet: Command = {
  name: 'greet',
  summary: 'Greet somebody.',
  usage: 'greet NAME [--loud]',
  options: { loud: { type: 'boolean' } },
  help: [['--loud', 'in capitals']],
  run(options, [name], { out }) {
    if (!name) throw new UserError('say whom');
    out(options['loud'] ? name.toUpperCase() : name);
    return Promise.resolve(0);
  },
};

const commands = { greet: () => Promise.resolve(greet) };

describe('the aicp command', () => {
  it('runs the word that was said, with its options', async () => {
    const { said, fake } = terminal();
    expect(await run(['greet', 'ada', '--loud'], commands, fake)).toBe(0);
    expect(said.out).toBe('ADA');
  });

  it('says what it cannot understand and lists what it can', async () => {
    const { said, fake } = terminal();
    expect(await run(['grete'], commands, fake)).toBe(2);
    expect(said.err).toContain("there is no command 'grete'");
    expect(await run(['--help'], commands, fake)).toBe(0);
    expect(said.out).toContain('Greet somebody.');
  });

  it('shows the help of a command on --help and on a wrong option', async () => {
    const { said, fake } = terminal();
    expect(await run(['greet', '--help'], commands, fake)).toBe(0);
    expect(said.out).toContain('--loud   in capitals');
    expect(await run(['greet', '--quiet'], commands, fake)).toBe(2);
    expect(said.err).toContain("Unknown option '--quiet'");
  });

  it('prints what a person can mend without a stack', async () => {
    const { said, fake } = terminal();
    expect(await run(['greet'], commands, fake)).toBe(1);
    expect(said.err).toBe('aicp greet: say whom\n');
  });
});
