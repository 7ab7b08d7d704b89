import { verifyOffline } from '../audit/verify-offline.ts';
import { verifyThroughApi } from '../audit/verify-through-api.ts';
import { DATA_DIRECTORY, dataDirectory, UserError, type Command } from '../cli/command.ts';

export const audit: Command = {
  name: 'audit',
  summary: 'Verify the audit log: name the first entry that was changed, or is missing.',
  usage: 'audit verify [--database URL | --database-dir DIR] [--public-key KEY] [--data-dir DIR]',
  options: {
    ...DATA_DIRECTORY.option,
    database: { type: 'string' },
    'database-dir': { type: 'string' },
    'public-key': { type: 'string' },
  },
  help: [
    ['--database URL', 'walk a PostgreSQL database itself; without it, the admin service does'],
    ['--database-dir DIR', 'or the folder of one that is stopped, such as .aicp/admin/database'],
    ['--public-key KEY', 'the key that checkpoints must be signed with, base64url'],
    DATA_DIRECTORY.help,
  ],
  async run(options, [verb], terminal) {
    if (verb !== 'verify') throw new UserError('say `aicp audit verify`');
    const { database: url, 'database-dir': directory, 'public-key': key } = options;
    const publicKey = typeof key === 'string' ? key : undefined;
    const found =
      typeof url === 'string' || typeof directory === 'string'
        ? await verifyOffline(
            typeof url === 'string' ? { url } : { directory: String(directory) },
            {
              publicKey,
            },
          )
        : await verifyThroughApi(dataDirectory(options));
    terminal.out(`${JSON.stringify(found, null, 2)}\n`);
    if (found.broken) {
      terminal.err(`entry ${found.broken.seq} breaks the chain: ${found.broken.reason}\n`);
    } else if (publicKey === undefined && found.checkpoints > 0) {
      terminal.err(`checkpoints are signed by ${found.checkpoint_keys.join(', ')}\n`);
    }
    return found.valid ? 0 : 1;
  },
};
