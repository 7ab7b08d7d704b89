import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key } from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts';
import { chatDriver } from './chat-driver.ts';
import type { DriverOf } from './driver.ts';
import { geminiDriver } from './gemini-driver.ts';
import { messagesDriver } from './messages-driver.ts';
import { responsesDriver } from './responses-driver.ts';
import { NotGiven, SCENARIOS, type Scenario } from './scenarios.ts';
import { startVendors, VENDOR_MODELS } from '../../testing/start-vendors.ts';

/*
 * Every client API at every vendor, by the libraries of the clients and the twins of the vendors. Each cell works, or is refused with a reason. What
 * came of it is the table of docs/providers/protocols.md: with AICP_WRITE_MATRIX=1 the test writes it, and otherwise compares.
 */

const DRIVERS: Readonly<Record<string, DriverOf>> = {
  'chat completions': chatDriver,
  messages: messagesDriver,
  responses: responsesDriver,
  gemini: geminiDriver,
};

const PAGE = join(import.meta.dirname, '../../../../../docs/providers/protocols.md');
const BEGIN = '<!-- matrix:begin (made by `AICP_WRITE_MATRIX=1 npx vitest run matrix`) -->';
const END = '<!-- matrix:end -->';

let gateway: TestGateway;
const started = new AsyncDisposableStack();
/** What came of each cell, by client, vendor and scenario. */
const cells = new Map<string, string>();

beforeAll(async () => {
  const vendors = started.use(await startVendors());
  const fragments = { ...vendors.fragments, keys: [key('alice')] };
  gateway = started.use(await startTestGateway({ fragments }));
});
afterAll(async () => {
  await started.disposeAsync();
});

/** `✓`, `–` where the vendor says nothing of it, or why the vendor cannot be asked for it. What is no refusal fails the test. */
async function outcomeOf(scenario: Scenario, client: string, vendor: string): Promise<string> {
  const driverOf = DRIVERS[client];
  if (!driverOf) throw new Error(`there is no driver of ${client}`);
  try {
    await scenario.run(driverOf(gateway, 'sk-alice'), vendor);
    return '✓';
  } catch (error) {
    if (error instanceof NotGiven) return '–';
    const { status } = error as { status?: number };
    if (status !== 400 || !(error instanceof Error)) throw error;
    return `refused: ${reasonOf(error.message)}`;
  }
}

/** What a refusal says, without what libraries put around it. */
function reasonOf(message: string): string {
  const quoted = /"message":"(?<said>(?:[^"\\]|\\.)*)"/.exec(message)?.groups?.said;
  return (quoted ?? message).replace(/^400 /, '').replaceAll('|', '/').replaceAll('\\"', '"');
}

describe.each(VENDOR_MODELS)('%s', (vendor) => {
  describe.each(Object.keys(DRIVERS))('asked in %s', (client) => {
    it.each(SCENARIOS)('gives or refuses $name', async (scenario) => {
      const outcome = await outcomeOf(scenario, client, vendor);
      cells.set(`${client}/${vendor}/${scenario.name}`, outcome);
    });
  });
});

it('has counted every request that reached a vendor, also those whose client left', async () => {
  const count = [...cells.values()].length;
  expect(count).toBe(VENDOR_MODELS.length * Object.keys(DRIVERS).length * SCENARIOS.length);
  const lines = await usageOf(gateway, count);
  const odd = lines.filter(
    ({ completion, status, input, output }) =>
      status !== 400 && (completion === 'unknown' || input + output === 0),
  );
  expect(odd).toEqual([]);
});

it('is what the page says', async () => {
  const page = await readFile(PAGE, 'utf8');
  const written = withTable(page, tables());
  if (process.env['AICP_WRITE_MATRIX'] === '1') await writeFile(PAGE, written);
  else expect(page).toBe(written);
});

const withTable = (page: string, table: string): string =>
  `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n\n${table}\n${page.slice(page.indexOf(END))}`;

/** A table for each client API; reasons stand below it, by numbers. */
const tables = (): string => Object.keys(DRIVERS).map(tableOf).join('\n');

function tableOf(client: string): string {
  const reasons: string[] = [];
  const numberOf = (reason: string): string => {
    if (!reasons.includes(reason)) reasons.push(reason);
    return `no (${reasons.indexOf(reason) + 1})`;
  };
  const names = SCENARIOS.map(({ name }) => name);
  const rows = VENDOR_MODELS.map((vendor) => {
    const outcomes = names.map((name) => cells.get(`${client}/${vendor}/${name}`) ?? '');
    const told = (one: string): string => (one.length <= 1 ? one : numberOf(one));
    return [vendor, ...outcomes.map(told)];
  });
  const lines = [['', ...names], ['---', ...names.map(() => '---')], ...rows];
  const table = lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  const below = reasons.map((reason, index) => `${index + 1}. ${reason}`).join('\n');
  return `### ${client}\n\n${table}\n${below === '' ? '' : `\n${below}\n`}`;
}
