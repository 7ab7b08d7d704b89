import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { budgetEnvironment, toBudgetConfig } from './config.ts';

const REQUIRED = {
  AICP_DATA_DIR: '/data',
  AICP_INSTANCE: 'budget-0',
  AICP_OPERATOR_URL: 'http://o',
};

const configOf = (more: Record<string, string>) =>
  toBudgetConfig(budgetEnvironment.parse({ ...REQUIRED, AICP_TOKEN_FILE: '/token', ...more }));

const pods = (...serviceAccounts: string[]) => ({
  type: 'pods',
  audience: 'aicp-budget',
  serviceAccounts,
});

describe('a budget service', () => {
  it('lets those deliver usage that it is told of, and nobody ask for spend', () => {
    const { senders, askers } = configOf({ AICP_USAGE_SERVICE_ACCOUNTS: 'gateway, edge' });
    expect(senders).toEqual(pods('gateway', 'edge'));
    expect(askers).toBeUndefined();
  });

  it('lets those ask for spend that it is told of, and these deliver nothing', () => {
    const { senders, askers } = configOf({
      AICP_USAGE_SERVICE_ACCOUNTS: 'gateway',
      AICP_SPEND_SERVICE_ACCOUNTS: 'reports',
    });
    expect([senders, askers]).toEqual([pods('gateway'), pods('reports')]);
  });

  it('knows both by tokens in files, on one machine', () => {
    const directory = mkdtempSync(join(tmpdir(), 'aicp-tokens-'));
    const file = (name: string): string => {
      const path = join(directory, name);
      writeFileSync(path, `${name}\n`);
      return path;
    };
    const { senders, askers } = configOf({
      AICP_USAGE_TOKEN_FILE: file('usage'),
      AICP_SPEND_TOKEN_FILE: file('spend'),
    });
    rmSync(directory, { recursive: true });
    expect(senders).toEqual({ type: 'token', token: 'usage' });
    expect(askers).toEqual({ type: 'token', token: 'spend' });
  });

  it.each([{}, { AICP_USAGE_SERVICE_ACCOUNTS: ' , ' }])(
    'does not start where nobody may deliver: %j',
    (environment) => {
      expect(() => configOf(environment)).toThrow(
        'set AICP_USAGE_SERVICE_ACCOUNTS (in a cluster) or AICP_USAGE_TOKEN_FILE',
      );
    },
  );
});
