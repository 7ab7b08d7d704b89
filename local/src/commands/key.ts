import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import { API_VERSION } from '@aicp/crds/kit/kind';
import { newApiKey } from '@aicp/contracts/keys/api-key';
import { UserError, type Command } from '../cli/command.ts';

export const key: Command = {
  name: 'key',
  summary: 'Make a key: prints it once, and the APIKey object (with its hash alone) to apply.',
  usage: 'key new NAME [--team TEAM] [--user USER]',
  options: { team: { type: 'string' }, user: { type: 'string' } },
  help: [
    ['--team TEAM', 'team that its use counts for'],
    ['--user USER', 'person or system that uses it'],
  ],
  run(options, [verb, name], terminal) {
    if (verb !== 'new' || !name) throw new UserError('say `aicp key new NAME`');
    const value = newApiKey();
    const spec = {
      keyHash: createHash('sha256').update(value).digest('hex'),
      keyPrefix: value.slice(0, 12),
      ...(options['team'] ? { teamId: options['team'] } : {}),
      ...(options['user'] ? { userId: options['user'] } : {}),
    };
    terminal.err(`key (shown once): ${value}\n`);
    terminal.out(stringify({ apiVersion: API_VERSION, kind: 'APIKey', metadata: { name }, spec }));
    return Promise.resolve(0);
  },
};
