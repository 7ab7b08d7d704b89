import { readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import {
  DATA_DIRECTORY,
  dataDirectory,
  UserError,
  type Command,
  type OptionValues,
  type Terminal,
} from '../cli/command.ts';
import { connect } from '../client/namespace-client.ts';
import { importEnvoy } from '../migrate/envoy/import-envoy.ts';
import { importLiteLlm } from '../migrate/litellm/import-litellm.ts';
import { importPortkey } from '../migrate/portkey/import-portkey.ts';
import type { Made, MadeObject } from '../migrate/plan/plan.ts';
import { asYaml, writeFolder } from '../migrate/plan/write-objects.ts';
import type { Note } from '../migrate/source/part.ts';
import { UnreadableFile } from '../migrate/source/source.ts';

interface Given {
  readonly environment: Terminal['environment'];
  /** What clients ask for, where the file does not say it. */
  readonly name: string;
}

/** Makes objects of the text of a file. */
type Import = (text: string, given: Given) => Made;

const FROM: Readonly<Record<string, Import>> = {
  litellm: (text, { environment }) => importLiteLlm(text, environment),
  envoy: (text) => importEnvoy(text),
  portkey: (text, { name }) => importPortkey(text, name),
};

export const importObjects: Command = {
  name: 'import',
  summary: 'Make Providers, Models and policies of the configuration of another gateway.',
  usage: `import ${Object.keys(FROM).join('|')} FILE [--name NAME] [--folder DIR | --apply] [--strict] [--data-dir DIR]`,
  options: {
    ...DATA_DIRECTORY.option,
    name: { type: 'string' },
    folder: { type: 'string' },
    apply: { type: 'boolean' },
    strict: { type: 'boolean' },
  },
  help: [
    ['litellm FILE', 'LiteLLM’s config.yaml'],
    ['portkey FILE', 'a config of Portkey’s, in JSON'],
    ['envoy FILE', 'objects of Envoy AI Gateway, as kubectl get … -o yaml writes them'],
    ['FILE', '- for standard input'],
    ['--name NAME', 'of a config of Portkey’s: what clients ask for (default: the file’s name)'],
    ['--folder DIR', 'write a file a kind into DIR, in place of printing YAML'],
    ['--apply', 'write the objects to what `aicp up` started, in place of printing them'],
    ['--strict', 'end with 1 where something is not carried over'],
    DATA_DIRECTORY.help,
  ],
  async run(options, [from = '', file, ...more], terminal) {
    const read = Object.hasOwn(FROM, from) ? FROM[from] : undefined;
    if (!read) throw new UserError(`say what it is from: ${Object.keys(FROM).join(', ')}`);
    if (file === undefined) throw new UserError(`say which file: aicp import ${from} FILE`);
    if (more.length > 0) throw new UserError('say one file');
    const name = typeof options['name'] === 'string' ? options['name'] : parse(file).name;
    const made = madeOf(
      () => read(textOf(file), { environment: terminal.environment, name }),
      file,
    );
    const failed = await give(made.objects, options, terminal);
    sayNotes(made, terminal);
    const isLossy = made.notes.some(({ kind }) => kind === 'lost');
    return failed > 0 || (options['strict'] === true && isLossy) ? 1 : 0;
  },
};

function madeOf(read: () => Made, file: string): Made {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UserError(`${file} cannot be read: ${error.message}`, { cause: error });
  }
}

/** Gives the objects where they were asked for; how many were refused there. */
async function give(
  objects: readonly MadeObject[],
  options: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const { folder } = options;
  if (options['apply'] === true) return await applyAll(objects, options, terminal);
  if (typeof folder === 'string') {
    for (const path of writeFolder(folder, objects)) terminal.out(`${path}\n`);
  } else terminal.out(asYaml(objects));
  return 0;
}

async function applyAll(
  objects: readonly MadeObject[],
  options: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const client = connect(dataDirectory(options));
  let refused = 0;
  try {
    for (const object of objects) {
      const name = `${object.kind.toLowerCase()}/${object.metadata.name}`;
      const why = await refusal(() => client.apply(object));
      if (why === undefined) terminal.out(`${name} applied\n`);
      else terminal.err(`${name}: ${why}\n`);
      refused += why === undefined ? 0 : 1;
    }
  } finally {
    await client.close();
  }
  return refused;
}

async function refusal(apply: () => Promise<void>): Promise<string | undefined> {
  try {
    await apply();
    return undefined;
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    return error.message;
  }
}

function sayNotes({ objects, notes }: Made, { err }: Terminal): void {
  const say = (kind: Note['kind'], heading: string): void => {
    const found = notes.filter((note) => note.kind === kind);
    if (found.length > 0) err(`${heading}\n`);
    for (const { line, text } of found) err(`  line ${line}: ${text}\n`);
  };
  say('lost', 'Not carried over:');
  say('todo', 'To be done by hand:');
  const counts = [...Map.groupBy(objects, ({ kind }) => kind)].map(
    ([kind, { length }]) => `${length} ${length === 1 ? kind : pluralOf(kind)}`,
  );
  err(`Made: ${counts.length === 0 ? 'nothing' : counts.join(', ')}\n`);
}

const pluralOf = (kind: string): string => `${kind}s`.replace(/ys$/, 'ies');

function textOf(path: string): string {
  try {
    // Node 24 corrupts its memory where it decodes a pipe that comes in pieces: it is read as bytes.
    return readFileSync(path === '-' ? 0 : path).toString();
  } catch (error) {
    throw new UserError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
