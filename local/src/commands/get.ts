import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { stringify } from 'yaml';
import { z } from 'zod';
import {
  DATA_DIRECTORY,
  dataDirectory,
  UserError,
  type Command,
  type OptionValues,
} from '../cli/command.ts';
import { columns } from '../cli/columns.ts';
import { connect } from '../client/namespace-client.ts';

const table = z.object({
  columnDefinitions: z.array(z.object({ name: z.string(), priority: z.number().optional() })),
  rows: z.array(z.object({ cells: z.array(z.unknown()) })),
});

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

export const get: Command = {
  name: 'get',
  summary: 'Show objects, for machines without kubectl.',
  usage: 'get RESOURCE [NAME] [-o yaml|json] [--data-dir DIR]',
  options: { ...DATA_DIRECTORY.option, output: { type: 'string', short: 'o' } },
  help: [['-o, --output FORMAT', 'yaml or json, whole; a table otherwise'], DATA_DIRECTORY.help],
  async run(options, [wanted, name], terminal) {
    if (!wanted) throw new UserError('say what: aicp get models');
    const client = connect(dataDirectory(options));
    try {
      const { output } = options;
      const accept = output === undefined ? TABLE : 'application/json';
      const found = await client.read({ resource: wanted, name, accept });
      if (found === undefined) throw new UserError(`there is no resource '${wanted}'`);
      terminal.out(textOf(found, output));
      return 0;
    } catch (error) {
      if (error instanceof KubernetesError) throw new UserError(error.message);
      throw error;
    } finally {
      await client.close();
    }
  },
};

function textOf(found: unknown, output: OptionValues[string]): string {
  if (output === undefined) return printTable(table.parse(found));
  return output === 'json' ? `${JSON.stringify(found, null, 2)}\n` : stringify(found);
}

function printTable(found: z.output<typeof table>): string {
  const shown = found.columnDefinitions.flatMap((column, index) =>
    (column.priority ?? 0) === 0 ? [index] : [],
  );
  const heads = found.columnDefinitions.map((column) => column.name.toUpperCase());
  const rows = [heads, ...found.rows.map((row) => row.cells.map(cellText))];
  return columns(rows.map((cells) => shown.map((index) => cells[index] ?? '')));
}

function cellText(cell: unknown): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
