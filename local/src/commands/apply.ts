import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { DATA_DIRECTORY, dataDirectory, UserError, type Command } from '../cli/command.ts';
import { connect } from '../client/namespace-client.ts';

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.output<typeof manifest>;
/** `List`, or the list of one kind. */
const listed = z.looseObject({ kind: z.string().regex(/List$/), items: z.array(z.unknown()) });

export const apply: Command = {
  name: 'apply',
  summary: 'Write objects from YAML by server-side apply, for machines without kubectl.',
  usage: 'apply -f FILE|FOLDER|- [--data-dir DIR]',
  options: { ...DATA_DIRECTORY.option, filename: { type: 'string', short: 'f' } },
  help: [
    ['-f, --filename FILE', 'a file, a folder of YAML files, or - for standard input'],
    DATA_DIRECTORY.help,
  ],
  async run(options, _positionals, terminal) {
    const { filename } = options;
    if (typeof filename !== 'string') throw new UserError('say which file: -f FILE');
    const manifests = readManifests(filename);
    if (manifests.length === 0) throw new UserError(`${filename} holds no object`);
    const client = connect(dataDirectory(options));
    let refused = 0;
    for (const body of manifests) {
      const name = `${body.kind.toLowerCase()}/${body.metadata.name}`;
      try {
        await client.apply(body);
        terminal.out(`${name} applied\n`);
      } catch (error) {
        if (!(error instanceof KubernetesError)) throw error;
        refused += 1;
        terminal.err(`${name}: ${error.message}\n`);
      }
    }
    await client.close();
    return refused === 0 ? 0 : 1;
  },
};

function readManifests(path: string): Manifest[] {
  return yamlFiles(path).flatMap((file) => {
    // Node 24 corrupts its memory where it decodes a pipe that comes in pieces: it is read as bytes.
    const documents = parseAllDocuments(readFileSync(file === '-' ? 0 : file).toString());
    return documents
      .flatMap((document) => objectsOf(document.toJS()))
      .map((value) => {
        const parsed = manifest.safeParse(value);
        if (!parsed.success)
          throw new UserError(`${file}: each document needs apiVersion, kind and metadata.name`);
        return asWritten(parsed.data);
      });
  });
}

/** A document is an object or a list of objects, as `aicp get -o yaml` writes them; an empty one holds none. */
function objectsOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  const list = listed.safeParse(value);
  return list.success ? list.data.items : [value];
}

/** What was read from the API also says what the API alone writes. */
const OF_THE_API = ['managedFields', 'resourceVersion', 'uid', 'generation', 'creationTimestamp'];

function asWritten({ metadata, ...others }: Manifest): Manifest {
  const kept = Object.entries(metadata).filter(([name]) => !OF_THE_API.includes(name));
  const { status: _, ...written } = others;
  return { ...written, metadata: Object.fromEntries(kept) } as Manifest;
}

function yamlFiles(path: string): string[] {
  if (path === '-' || !isFolder(path)) return [path];
  return readdirSync(path)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UserError(`there is no ${path}`);
  return found.isDirectory();
}
