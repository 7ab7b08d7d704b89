import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../cli/run.ts';
import { license } from './license.ts';

const directory = mkdtempSync(join(tmpdir(), 'aicp-license-'));
const key = join(directory, 'license-private-key.json');
const keys = join(directory, 'license-keys.json');

async function aicp(...args: string[]) {
  const said = { out: '', err: '' };
  const code = await run(['license', ...args], [license], {
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    isTerminal: false,
    environment: {},
    signal: new AbortController().signal,
  });
  return { code, ...said };
}

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
    expect(state).toMatchObject({ present: true, valid: true, expired: false, tier, error: null });
    expect(state).toMatchObject({ features: { ...features, mcp_servers: true, workflows: true } });
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
