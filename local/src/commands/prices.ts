import { readFileSync } from 'node:fs';
import { systemClock } from '@aicp/common/time/clock';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import {
  DATA_DIRECTORY,
  dataDirectory,
  UserError,
  type Command,
  type OptionValues,
  type Terminal,
} from '../cli/command.ts';
import { connect } from '../client/namespace-client.ts';
import { bundledSays, catalogsSay, diffPrices, type Says } from '../prices/diff-prices.ts';
import { installedModels, PRICED_KINDS, type InstalledModel } from '../prices/installed-prices.ts';
import { readLiteLlm, type Reads } from '../prices/litellm-prices.ts';
import { listPrices } from '../prices/list-prices.ts';
import { whatMatches } from '../prices/what-matches.ts';
import { inParts, writeCatalogs } from '../prices/write-catalogs.ts';

export const prices: Command = {
  name: 'prices',
  summary: 'Show what models cost, compare it, or take over the prices of LiteLLM.',
  usage:
    'prices list | diff [FILE] [-f FILE | --data-dir DIR]\n       aicp prices import FILE [--name NAME] [--only A,B] [--provider NAME]',
  options: {
    ...DATA_DIRECTORY.option,
    filename: { type: 'string', short: 'f' },
    name: { type: 'string' },
    only: { type: 'string' },
    provider: { type: 'string' },
  },
  help: [
    ['list', 'what every model costs now, and where that is from'],
    ['diff [FILE]', 'what costs something else than the bundled data, or a file, says'],
    ['import FILE', "LiteLLM's model_prices_and_context_window.json as PriceCatalogs, in YAML"],
    ['-f, --filename FILE', 'objects to look at (kubectl get … -o yaml; - for standard input)'],
    ['--name NAME', 'name of the PriceCatalog (default litellm)'],
    ['--only A,B', "LiteLLM's providers to take; all otherwise"],
    ['--provider NAME', 'the Provider that they are for (default: all at the vendor’s address)'],
    DATA_DIRECTORY.help,
  ],
  async run(options, [verb, path], terminal) {
    if (verb === 'list') {
      terminal.out(listPrices(await models(options), systemClock.now()));
      return 0;
    }
    if (verb === 'diff') return await diffOr2(path, options, terminal);
    if (verb !== 'import') throw new UserError('say `aicp prices list`, `diff` or `import FILE`');
    if (path === undefined) throw new UserError('say which file: aicp prices import FILE');
    importFile(textOf(path), options, terminal);
    return 0;
  },
};

/** As with diff(1), 1 says that something differs, and so 2 that it could not be compared. */
async function diffOr2(...args: Parameters<typeof diff>): Promise<number> {
  try {
    return await diff(...args);
  } catch (error) {
    if (error instanceof UserError)
      throw new UserError(error.message, { cause: error, exitCode: 2 });
    throw error;
  }
}

async function diff(
  path: string | undefined,
  options: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const says = path === undefined ? bundledSays : sayingOf(textOf(path));
  const heading = path === undefined ? 'BUNDLED' : 'FILE';
  const found = diffPrices(await models(options), { says, heading, now: systemClock.now() });
  if (found === '') {
    terminal.err('nothing differs\n');
    return 0;
  }
  terminal.out(found);
  return 1;
}

function importFile(text: string, options: OptionValues, terminal: Terminal): void {
  const { name, only, provider } = options;
  const { entries, notes, absent } = fromLiteLlm(text, {
    only: typeof only === 'string' ? new Set(only.split(',')) : undefined,
    provider: typeof provider === 'string' ? provider : undefined,
  });
  const said = [...absent.map((one) => `--only: no entry has the provider ${one}`), ...notes];
  for (const note of [...said, ...whatMatches(entries)]) terminal.err(`${note}\n`);
  if (entries.length === 0) throw new UserError('there is no price that can be taken');
  terminal.out(writeCatalogs(typeof name === 'string' ? name : 'litellm', entries));
}

/** What a file says: LiteLLM's prices, or PriceCatalogs in YAML. */
function sayingOf(text: string): Says {
  if (text.trimStart().startsWith('{')) {
    const { entries } = fromLiteLlm(text);
    if (entries.length === 0) throw new UserError('the file has no price that can be taken');
    const parts = inParts(entries);
    return catalogsSay(parts.map((prices, index) => ({ name: `file-${index}`, spec: { prices } })));
  }
  try {
    const catalogs = objectsIn(text).filter(({ kind }) => kind === 'PriceCatalog');
    if (catalogs.length === 0) throw new UserError('the file has no PriceCatalog');
    return catalogsSay(catalogs.map(({ metadata, spec }) => ({ name: metadata.name, spec })));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new UserError(`that is no PriceCatalog: ${z.prettifyError(error)}`);
  }
}

function fromLiteLlm(text: string, reads?: Reads) {
  try {
    return readLiteLlm(text, reads);
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
    throw new UserError(`that is no price file of LiteLLM: ${error.message}`);
  }
}

const object = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
const objectOrList = z.union([
  z.looseObject({ items: z.array(object) }).transform(({ items }) => items),
  object.transform((one) => [one]),
]);

const objectsIn = (text: string): readonly KubernetesObject[] =>
  parseAllDocuments(text).flatMap((document) => {
    const found: unknown = document.toJS();
    return found === null ? [] : objectOrList.parse(found);
  });

async function models(options: OptionValues): Promise<readonly InstalledModel[]> {
  const { filename } = options;
  if (typeof filename === 'string') return installedModels(objectsIn(textOf(filename)));
  const client = connect(dataDirectory(options));
  try {
    const found: KubernetesObject[] = [];
    for (const kind of PRICED_KINDS) {
      const list = await client.read({
        resource: kind,
        name: undefined,
        accept: 'application/json',
      });
      const { items } = z.looseObject({ items: z.array(z.looseObject({})) }).parse(list);
      found.push(...items.map((item) => ({ ...item, kind }) as unknown as KubernetesObject));
    }
    return installedModels(found);
  } catch (error) {
    if (error instanceof KubernetesError) throw new UserError(error.message);
    throw error;
  } finally {
    await client.close();
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw new UserError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
