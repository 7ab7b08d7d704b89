import { API_VERSION } from '@aicp/crds/kit/kind';
import type { Command } from '../cli/command.ts';
import { productVersion } from '../data/product-version.ts';

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
