import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { openAdminDatabase } from '@aicp/admin/audit/testing/audit-database';
import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { draftOf } from '@aicp/api-kit/audit/testing/audit-log';
import { testEngines, type TestDatabase } from '@aicp/common/database/testing/engines';
import { systemClock } from '@aicp/common/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../cli/run.ts';
import { dataPaths } from '../data/paths.ts';
import { portsFor } from '../data/ports.ts';
import type { UpState } from '../data/state.ts';
import { audit } from './audit.ts';
import { down } from './down.ts';
import { license } from './license.ts';
import { logs } from './logs.ts';
import { prices } from './prices.ts';
import { status } from './status.ts';

/** Runs the command with no terminal, and keeps what it says. */
async function aicpWith(commands: Parameters<typeof run>[1], ...args: string[]) {
  const said = { out: '', err: '' };
  const code = await run(args, commands, {
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    isTerminal: false,
    environment: {},
    signal: new AbortController().signal,
  });
  return { code, ...said };
}

describe('audit', () => {
  const aicp = (...args: string[]) =>
    aicpWith({ audit: () => Promise.resolve(audit) }, 'audit', ...args);

  describe.each(testEngines())('aicp audit verify of a database on $name', (engine) => {
    describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
      let home: TestDatabase;
      const where = (): string[] =>
        'url' in home.location
          ? ['--database', home.location.url]
          : ['--database-dir', home.location.directory];

      beforeAll(async () => {
        home = await engine.start();
        const database = await openAdminDatabase(home.location);
        const chain = new AuditChain({ database, clock: systemClock });
        await chain.record([draftOf(), draftOf(), draftOf()]);
        await database.close();
      });
      afterAll(async () => {
        await home.stop();
      });

      it('says that the chain is whole', async () => {
        const { code, out } = await aicp('verify', ...where());
        expect(code).toBe(0);
        expect(JSON.parse(out)).toMatchObject({ valid: true, entries: 3, broken: null });
      });

      it('names the first entry that was changed', async () => {
        const database = await openAdminDatabase(home.location);
        await database.asOwner(async (owner) => {
          await sql`alter table admin.audit_entries disable trigger user`.execute(owner);
          await sql`update admin.audit_entries set user_id = 'eve' where seq = 2`.execute(owner);
        });
        await database.close();
        const { code, err } = await aicp('verify', ...where());
        expect(code).toBe(1);
        expect(err).toBe('entry 2 breaks the chain: its contents were changed\n');
      });
    });
  });

  describe('aicp audit', () => {
    it('makes no database where there is none', async () => {
      expect(await aicp('verify', '--database-dir', '/nowhere')).toMatchObject({
        code: 1,
        err: 'aicp audit: there is no database in /nowhere\n',
      });
    });

    it('says where no admin service runs', async () => {
      const { code, err } = await aicp('verify', '--data-dir', '/nowhere');
      expect(code).toBe(1);
      expect(err).toContain('no admin service runs in /nowhere');
    });
  });
});

describe('license', () => {
  const directory = mkdtempSync(join(tmpdir(), 'aicp-license-'));
  const key = join(directory, 'license-private-key.json');
  const keys = join(directory, 'license-keys.json');

  const aicp = (...args: string[]) =>
    aicpWith({ license: () => Promise.resolve(license) }, 'license', ...args);

  const issue = (...more: string[]) =>
    aicp(
      ...['issue', '--key', key, '--customer', 'c-1', '--email', 'it@acme.example'],
      ...['--company', 'Acme', ...more],
    );

  async function inspected(token: string) {
    const { code, out } = await aicp('inspect', token, '--keys', keys);
    return { code, ...(JSON.parse(out) as { claims: Record<string, unknown>; state: object }) };
  }

  beforeAll(async () => {
    await aicp('keygen', '--out', directory);
  });
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  describe('aicp license keygen', () => {
    it('writes a private key for its owner alone, and the public half without it', () => {
      expect(statSync(key).mode & 0o777).toBe(0o600);
      expect(readFileSync(keys, 'utf8')).not.toContain('"d"');
    });

    it('never writes over a key', async () => {
      const before = readFileSync(key, 'utf8');
      expect(await aicp('keygen', '--out', directory)).toMatchObject({ code: 1 });
      expect(readFileSync(key, 'utf8')).toBe(before);
    });
  });

  describe('aicp license issue', () => {
    it.each([
      ['trial', 30, { max_admins: 5, sso: true, audit_retention_days: 30 }, true],
      ['team', 365, { max_admins: 10, sso: false, audit_retention_days: 90 }, false],
      ['business', 365, { max_admins: 50, sso: true, audit_retention_days: 365 }, true],
      ['enterprise', 365, { max_admins: -1, sso: true, audit_retention_days: 2555 }, true],
    ])('fills in the defaults of %s', async (tier, days, features, agent) => {
      const { out } = await issue('--tier', tier);
      const { code, claims, state } = await inspected(out);
      expect(code).toBe(0);
      expect(state).toMatchObject({
        present: true,
        valid: true,
        expired: false,
        tier,
        error: null,
      });
      expect(state).toMatchObject({
        features: { ...features, mcp_servers: true, workflows: true },
      });
      expect(state).not.toHaveProperty('features.sre_agent');
      expect(claims).toMatchObject({ features: { sre_agent: agent }, org: 'Acme', sub: 'c-1' });
      expect(Number(claims['exp']) - Number(claims['iat'])).toBe(days * 86_400);
    });

    it('takes another end and other flags', async () => {
      const token = await issue(
        ...['--tier', 'team', '--expires', '2020-01-01', '--set', 'sso=true,max_admins=11'],
      );
      const { code, state } = await inspected(token.out);
      expect(code).toBe(1);
      expect(state).toMatchObject({ expired: true, expires_at: '2020-01-01T00:00:00+00:00' });
      expect(state).toMatchObject({ features: { sso: true, max_admins: 11 } });
    });

    it.each([
      [['--tier', 'gold'], /--tier is one of trial, team/],
      [['--tier', 'team', '--days', 'x'], /--days is a number/],
      [['--tier', 'team', '--set', 'sso=maybe'], /--set sso=maybe/],
      [['--tier', 'team', '--set', 'teleport=true'], /teleport/],
      [['--tier', 'team', '--key', keys], /holds no private key/],
    ])('refuses %s', async (args, message) => {
      const { code, err, out } = await issue(...args);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(message);
    });
  });

  describe('aicp license inspect', () => {
    it('reads a file, and says of a foreign license that nothing in it counts', async () => {
      const file = join(directory, 'token');
      writeFileSync(file, (await issue('--tier', 'trial')).out);
      expect(await inspected(file)).toMatchObject({ code: 0 });
      const { code, out } = await aicp('inspect', file);
      expect(code).toBe(1);
      expect(out).toContain('wrong issuer or tampered');
    });

    it('shows nothing of what is no token', async () => {
      expect(await inspected('no token')).toMatchObject({ code: 1, claims: null });
    });
  });
});

describe('commands about what up started', () => {
  const all = { down, logs, prices, status };
  const commands = Object.fromEntries(
    Object.entries(all).map(([name, command]) => [name, () => Promise.resolve(command)]),
  );
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'aicp-up-'));
  });
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  it.each([
    ['down', { code: 0, out: (where: string) => `nothing runs in ${where}\n` }],
    ['logs', { code: 0, out: () => '' }],
    ['status', { code: 1, out: (where: string) => `nothing was started in ${where}\n` }],
  ])('take the options that up was given: %s', async (name, { code, out }) => {
    const options = ['--data-dir', directory, '--port-offset', '100'];
    const said = await aicpWith(commands, name, ...options);
    expect(said).toEqual({ code, out: out(directory), err: '' });
    const { out: help } = await aicpWith(commands, name, '--help');
    expect(help).toContain('--port-offset N');
  });

  it('ask the gateway whether it serves, where the state file is behind: status', async () => {
    const answer = JSON.stringify({ config: { epoch: 1, revision: 7 } });
    const gateway = createHttpServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(answer);
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const { port } = gateway.address() as AddressInfo;
    const row = { address: '', restarts: 0 };
    const { pid } = spawnSync('true');
    const state: UpState = {
      supervisor: process.pid,
      version: '0.1.0',
      startedAt: '2026-11-01T00:00:00Z',
      portOffset: port - portsFor(0).gateway,
      kubeconfig: '',
      adminKeyFile: '',
      configRevision: '1.1',
      ready: true,
      services: [
        { ...row, name: 'gateway', pid, ready: true },
        { ...row, name: 'admin', pid: process.pid, ready: true },
      ],
      failure: null,
    };
    const ask = (now: UpState) => {
      writeFileSync(dataPaths(directory).state, JSON.stringify(now));
      return aicpWith(commands, 'status', '--json', '--data-dir', directory);
    };
    const alive = await ask(state);
    const dead = await ask({ ...state, supervisor: pid });
    gateway.close();
    expect(alive.code).toBe(0);
    const services = [{ name: 'gateway', pid: null, ready: true }, { ready: true }];
    expect(JSON.parse(alive.out)).toMatchObject({ ready: true, configRevision: '1.7', services });
    expect(dead.code).toBe(1);
  });

  it('look into .aicp where no folder is named, prices as all others', async () => {
    const { err, code } = await aicpWith(commands, 'prices', 'list');
    expect({ code, err }).toEqual({
      code: 1,
      err: `aicp prices: nothing was started in ${resolve('.aicp')}: run \`aicp up\`\n`,
    });
  });

  it('say so where nothing answers any more: prices', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const kubeconfig = {
      clusters: [
        {
          cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': '' },
        },
      ],
      users: [{ user: { token: 'none' } }],
      contexts: [{ context: {} }],
    };
    const path = dataPaths(directory).kubeconfig;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(kubeconfig));
    const { err, code } = await aicpWith(commands, 'prices', 'list', '--data-dir', directory);
    expect(code).toBe(1);
    expect(err).toBe(
      `aicp prices: nothing answers at https://127.0.0.1:${port}: run \`aicp up\`\n`,
    );
  });
});
