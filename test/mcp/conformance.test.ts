import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mcpServer, withServers } from '@aicp/gateway/mcp/testing/fragments';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { temporaryDirectory } from '@aicp/gateway/testing/temporary-directory';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { runSuite, startConformanceServer, startKeyed, type Results } from './conformance.ts';

type Differences = Record<string, Record<string, { direct: string; through: string }>>;

/** What was sent and came is no check. */
const LOGGED = ['outgoing-request', 'incoming-response', 'incoming-sse-event'];

/** Each check that came out otherwise. */
function differencesOf(direct: Results, through: Results): Differences {
  const found: Differences = {};
  for (const scenario of Object.keys({ ...direct, ...through })) {
    const [ours = {}, theirs = {}] = [direct[scenario], through[scenario]];
    for (const id of Object.keys({ ...ours, ...theirs })) {
      const [one = 'none', other = 'none'] = [ours[id], theirs[id]];
      if (other === one || LOGGED.includes(id)) continue;
      (found[scenario] ??= {})[id] = { direct: one, through: other };
    }
  }
  return found;
}

const failedIn = (results: Results): string[] =>
  Object.entries(results).flatMap(([scenario, checks]) =>
    Object.entries(checks).flatMap(([id, status]) =>
      /FAILURE|WARNING/.test(status) ? [`${scenario}: ${id}`] : [],
    ),
  );

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
    expect(failedIn(direct)).toEqual([]);
    expect(Object.keys(through)).toEqual(Object.keys(direct));
    const file = join(import.meta.dirname, 'expected-differences.yaml');
    const expected = parse(await readFile(file, 'utf8')) as Record<string, Differences>;
    expect(differencesOf(direct, through)).toEqual(expected[version]);
  },
);
