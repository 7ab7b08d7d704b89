import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { DATA_DIRECTORY, dataDirectory, UserError, type Command } from '../cli/command.ts';
import { KubernetesRefusal } from '../client/kubernetes-client.ts';
import { applyObject } from '../client/apply-object.ts';
import { connect } from './connect.ts';

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.output<typeof manifest>;

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
    const client = connect(dataDirectory(options));
    let refused = 0;
    for (const body of manifests) {
      const name = `${body.kind.toLowerCase()}/${body.metadata.name}`;
      try {
        await applyObject(client, body);
        terminal.out(`${name} applied\n`);
      } catch (error) {
        if (!(error instanceof KubernetesRefusal)) throw error;
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
    const documents = parseAllDocuments(readFileSync(file === '-' ? 0 : file, 'utf8'));
    return documents.flatMap((document) => {
      const value = document.toJS() as unknown;
      if (value === null) return [];
      const parsed = manifest.safeParse(value);
      if (!parsed.success)
        throw new UserError(`${file}: each document needs apiVersion, kind and metadata.name`);
      return [parsed.data];
    });
  });
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
