import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { API_VERSION } from '@aicp/crds/kit/kind';
import type { Command } from '../cli/command.ts';

/** The version of this installation, from the repository's package.json. */
export function productVersion(): string {
  const file = join(import.meta.dirname, '../../../package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}

export const version: Command = {
  name: 'version',
  summary: 'Print the version.',
  usage: 'version',
  options: {},
  help: [],
  run(_options, _positionals, terminal) {
    terminal.out(`aicp ${productVersion()} (${API_VERSION}), Node ${process.versions.node}\n`);
    return Promise.resolve(0);
  },
};
