import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, request as send, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { makeConformanceServer } from './suite/make-server.ts';
import type { Notifier } from './suite/plain-tools.ts';
import { sessionServer } from './suite/serve-sessions.ts';

export interface Served extends AsyncDisposable {
  readonly url: string;
}

/** Which versions of the protocol a server speaks: those of 2025, 2026-07-28, or all. */
export type Speaks = 'old' | 'new' | 'both';

/** The server of the conformance suite on loopback: clients of 2025 have sessions, those of 2026 need none. */
export async function startConformanceServer(speaks: Speaks = 'both'): Promise<Served> {
  const changes: Notifier = {
    toolsChanged: () => {
      handler.notify.toolsChanged();
    },
    promptsChanged: () => {
      handler.notify.promptsChanged();
    },
  };
  const make = (): McpServer => makeConformanceServer(changes);
  const handler = createMcpHandler(make, { legacy: 'reject' });
  const answerNow = toNodeHandler(handler);
  const answerOld = sessionServer(make);
  const mayCall = [localhostHostValidation(), localhostOriginValidation()];
  return await served((request, response) => {
    // A page of another origin is turned away, and answered by whoever looks for it.
    if (!mayCall.every((look) => look(request, response))) return;
    const { method = 'GET', url = '/', headers } = request;
    const isSaidOld = /^202[45]-/.test(String(headers['mcp-protocol-version'] ?? '2025-'));
    const isOld = speaks === 'both' ? isSaidOld : speaks === 'old';
    const sent = Object.assign(request, { method, url });
    void (isOld ? answerOld(sent, response) : answerNow(sent, response));
  });
}

/** Sends on what comes, with a key: the suite itself can send none. */
export async function startKeyed(to: string, key: string): Promise<Served> {
  return await served((request, response) => {
    const { method = 'GET', headers } = request;
    const authorized = { ...headers, authorization: `Bearer ${key}` };
    const onward = send(to, { method, headers: authorized }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  });
}

async function served(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What came of each check, by scenario and check. */
export type Results = Record<string, Record<string, string>>;

const checks = z.array(z.object({ id: z.string(), status: z.string() }));

/** Runs scenarios of the suite against a server. What came of each check. */
export async function runSuite(
  url: string,
  { version, directory }: { readonly version: string; readonly directory: string },
): Promise<Results> {
  const program = join(import.meta.dirname, '../../node_modules/.bin/conformance');
  const options = ['--url', url, '--suite', 'all', '--spec-version', version, '-o', directory];
  // It ends with 1 where a check fails: what came of each is in its files.
  await new Promise<void>((resolve) => {
    execFile(program, ['server', ...options, '--timeout', '10000'], () => {
      resolve();
    });
  });
  const results: Results = {};
  for (const entry of (await readdir(directory, { recursive: true })).sort()) {
    if (!entry.endsWith('checks.json')) continue;
    const scenario = entry.replace(/-\d{4}-\d{2}-\d{2}T.*$/, '').replace(/^server-/, '');
    const read = checks.parse(JSON.parse(await readFile(join(directory, entry), 'utf8')));
    const byId = [...Map.groupBy(read, ({ id }) => id)];
    results[scenario] = Object.fromEntries(
      byId.map(([id, same]) => [id, same.map(({ status }) => status).join(' ')]),
    );
  }
  return results;
}
