import { stringify } from 'yaml';
import { z } from 'zod';
import { DATA_DIRECTORY, dataDirectory, UserError, type Command } from '../cli/command.ts';
import { KubernetesRefusal } from '../client/kubernetes-client.ts';
import { columns } from '../cli/columns.ts';
import { connect } from './connect.ts';

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
      const resource = await client.resource(wanted);
      if (!resource) throw new UserError(`there is no resource '${wanted}'`);
      const path = client.pathOf(resource, name);
      const { output } = options;
      if (output === undefined) {
        terminal.out(printTable(table.parse(await client.call('GET', path, { accept: TABLE }))));
        return 0;
      }
      const found = await client.call('GET', path);
      terminal.out(output === 'json' ? `${JSON.stringify(found, null, 2)}\n` : stringify(found));
      return 0;
    } catch (error) {
      if (error instanceof KubernetesRefusal) throw new UserError(error.message);
      throw error;
    } finally {
      await client.close();
    }
  },
};

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
