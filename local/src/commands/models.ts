import {
  DATA_DIRECTORY,
  UserError,
  type Command,
  type OptionValues,
  type Terminal,
} from '../cli/command.ts';
import { columns } from '../cli/columns.ts';
import { ADMIN, adminOf, type AdminClient } from '../client/admin-client.ts';
import { createModel, offersOf, type Offer } from '../models/import-models.ts';

export const models: Command = {
  name: 'models',
  summary: 'Make Models of what a provider offers, with the limits and prices that are known.',
  usage:
    'models import --provider NAME [--match GLOB] [--dry-run | --yaml] [--data-dir DIR | --admin URL]',
  options: {
    ...DATA_DIRECTORY.option,
    ...ADMIN.option,
    provider: { type: 'string' },
    match: { type: 'string' },
    'dry-run': { type: 'boolean' },
    yaml: { type: 'boolean' },
  },
  help: [
    ['--provider NAME', 'the Provider whose models they are'],
    ['--match GLOB', 'those alone whose ids are like it, such as "gpt-4*"; all otherwise'],
    ['--dry-run', 'say what there is, and make nothing'],
    ['--yaml', 'print the objects instead of making them, for Git'],
    ADMIN.help,
    DATA_DIRECTORY.help,
  ],
  async run(options, [verb], terminal) {
    const { provider } = options;
    if (verb !== 'import' || typeof provider !== 'string') {
      throw new UserError('say `aicp models import --provider NAME`');
    }
    const admin = adminOf(options, terminal);
    const { match } = options;
    const found = await offersOf(admin, {
      provider,
      match: typeof match === 'string' ? match : '*',
    });
    if (found.length === 0) throw new UserError(`${provider} offers no such model`);
    if (options['dry-run'] === true) {
      terminal.out(table(found));
      return 0;
    }
    return await makeAll(found, { admin, options, terminal });
  },
};

function table(found: readonly Offer[]): string {
  const rows = found.map(({ id, model, mode, context_window: context, prices }) => [
    ...[id, model ?? '-', mode, String(context ?? '-')],
    String(prices?.input_price_per_million ?? '-'),
    String(prices?.output_price_per_million ?? '-'),
  ]);
  return columns([['OFFERED', 'MODEL', 'MODE', 'CONTEXT', 'IN $/M', 'OUT $/M'], ...rows]);
}

async function makeAll(
  found: readonly Offer[],
  { admin, options, terminal }: { admin: AdminClient; options: OptionValues; terminal: Terminal },
): Promise<number> {
  const asYaml = options['yaml'] === true;
  let failed = 0;
  let documents = 0;
  for (const offer of found) {
    if (offer.model !== null) {
      terminal.err(`${offer.id}: is there already, as ${offer.model}\n`);
      continue;
    }
    const made = await createModel(admin, offer, { asYaml });
    if ('why' in made) {
      failed += 1;
      terminal.err(`${offer.id}: ${made.why}\n`);
    } else if (asYaml) {
      terminal.out(`${documents > 0 ? '---\n' : ''}${made.yaml}`);
      documents += 1;
    } else terminal.out(`${offer.id}: created\n`);
    if (offer.prices === null) terminal.err(`${offer.id}: nobody knows what it costs\n`);
  }
  return failed === 0 ? 0 : 1;
}
