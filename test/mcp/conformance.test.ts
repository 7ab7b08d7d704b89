import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mcpServer, withServers } from '@aicp/gateway/mcp/testing/fragments';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { temporaryDirectory } from '@aicp/gateway/testing/temporary-directory';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { runSuite, startConformanceServer, startKeyed, type Results } from './conformance.ts';

type Differences = Record<string, Record<string, { direct: string; through: string }>>;

/** Each check that came out otherwise. */
function differencesOf(direct: Results, through: Results): Differences {
  const found: Differences = {};
  for (const [scenario, checks] of Object.entries(direct)) {
    for (const [id, status] of Object.entries(checks)) {
      const other = through[scenario]?.[id] ?? 'none';
      if (other !== status) (found[scenario] ??= {})[id] = { direct: status, through: other };
    }
  }
  return found;
}

it.each([
  ['2026-07-28', 39],
  ['2025-11-25', 32],
])(
  'a server behind the gateway keeps to the protocol of %s as far as it does by itself',
  { timeout: 120_000 },
  async (version, scenarios) => {
    await using server = await startConformanceServer();
    await using gateway = await startTestGateway({
      fragments: withServers([mcpServer('one', server.url)]),
    });
    await using keyed = await startKeyed(`${gateway.url}/mcp/one`, 'sk-k');
    await using first = await temporaryDirectory();
    await using second = await temporaryDirectory();
    const direct = await runSuite(server.url, { version, directory: first.path });
    const through = await runSuite(keyed.url, { version, directory: second.path });
    expect(Object.keys(direct).length).toBeGreaterThan(scenarios);
    expect(Object.keys(through)).toEqual(Object.keys(direct));
    const file = join(import.meta.dirname, 'expected-differences.yaml');
    expect(differencesOf(direct, through)).toEqual(parse(await readFile(file, 'utf8')));
  },
);
