import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { LicenseKeeper } from './license-keeper.ts';
import type { LicenseState } from './license-state.ts';
import { licenseStatus } from './license-status.ts';

const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400;
const FIVE_MINUTES = 300_000;
const features = {
  max_admins: 5,
  mcp_servers: true,
  workflows: true,
  sso: true,
  audit_retention_days: 30,
  sre_agent: true,
};

let pair: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  pair = await generateKeyPair('Ed25519');
});

const token = async (days: number, issued = NOW / 1000 - DAY, org = 'Acme') =>
  await new SignJWT({ email: 'it@acme.example', org, tier: 'trial', features })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer('aicp-license')
    .setSubject('c-1')
    .setIssuedAt(issued)
    .setExpirationTime(NOW / 1000 + days * DAY)
    .sign(pair.privateKey);

async function setUp(variable?: string, latest = { ms: 0, isAway: false }) {
  const clock = new ManualClock(NOW);
  const { log, entries } = recordingLog();
  const persisted: string[] = [];
  const reports: LicenseState[] = [];
  const keeper = new LicenseKeeper({
    keys: [await exportJWK(pair.publicKey)],
    variable,
    persist: (one) => {
      persisted.push(one);
      return Promise.resolve();
    },
    report: (state) => {
      reports.push(state);
      return Promise.resolve();
    },
    latestMoment: (nowMs) => {
      if (latest.isAway) return Promise.reject(new Error('away'));
      latest.ms = Math.max(latest.ms, nowMs);
      return Promise.resolve(latest.ms);
    },
    clock,
    log,
  });
  const events = (level?: string) =>
    entries
      .filter((entry) => level === undefined || entry['level'] === level)
      .map(({ event }) => event);
  const take = async (isThere: boolean, text?: string): Promise<void> => {
    await keeper.take({ isThere, token: text });
  };
  return { clock, events, keeper, latest, persisted, reports, take };
}

describe('the license of an installation', () => {
  it('is none where nothing is persisted and no variable set, and the log says so once', async () => {
    const { clock, events, keeper, persisted, take } = await setUp();
    keeper.start();
    await take(false);
    expect(keeper.state).toMatchObject({ present: false, valid: false, error: null });
    await clock.advance(3 * FIVE_MINUTES);
    expect(events()).toEqual(['no_license_present']);
    expect(persisted).toEqual([]);
    await keeper.stop();
  });

  it('is the variable’s at a first start, and is persisted', async () => {
    const text = await token(90);
    const { events, keeper, persisted, take } = await setUp(text);
    keeper.start();
    await take(false);
    expect(keeper.state).toMatchObject({ present: true, valid: true, expired: false });
    expect(persisted).toEqual([text]);
    expect(events('warn')).toEqual([]);
    await keeper.stop();
  });

  it('is the persisted one afterwards, whatever the variable says', async () => {
    const kept = await token(90);
    const { keeper, persisted, take } = await setUp(await token(10, NOW / 1000 - DAY, 'Other'));
    keeper.start();
    await take(true, kept);
    expect(keeper.state.company).toBe('Acme');
    expect(persisted).toEqual([]);
    await keeper.stop();
  });

  it('is not persisted from a variable that does not verify', async () => {
    const { events, keeper, persisted, take } = await setUp('nonsense');
    keeper.start();
    await take(false);
    expect(keeper.state).toMatchObject({ present: true, valid: false });
    expect(persisted).toEqual([]);
    expect(events('warn')).toEqual(['license_not_valid']);
    await keeper.stop();
  });

  it('is verified again at once where its Secret changes', async () => {
    const { keeper, take } = await setUp();
    keeper.start();
    await take(true, 'tampered');
    expect(keeper.state.valid).toBe(false);
    await take(true, await token(90));
    expect(keeper.state.valid).toBe(true);
    await keeper.stop();
  });

  it('that was stored just now counts, whatever a snapshot from before brings', async () => {
    const [first, second, third] = [await token(20.5), await token(40.5), await token(60.5)];
    const { clock, keeper, take } = await setUp(first);
    const days = () => keeper.state.days_remaining;
    keeper.start();
    await take(false);
    await keeper.adopt(second);
    expect(days()).toBe(40);
    await take(true, first);
    expect(days()).toBe(40);
    await keeper.adopt(third);
    await take(true, second);
    expect(days()).toBe(60);
    await take(true, third);
    await take(true, second);
    expect(days()).toBe(40);
    await keeper.adopt(third);
    await clock.advance(20_000);
    expect(days()).toBe(60);
    await clock.advance(20_000);
    await expect.poll(days).toBe(40);
    await keeper.stop();
  });

  it('warns once a day from two weeks before its end, and says so on its object', async () => {
    const { clock, events, keeper, reports, take } = await setUp();
    keeper.start();
    await take(true, await token(15.5));
    await clock.advance(DAY * 1000);
    expect(events('warn')).toEqual([]);
    const said = (state: LicenseState | undefined) =>
      state && licenseStatus(state, {}, '').conditions[0]?.reason;
    expect(said(reports.at(-1))).toBe('Valid');
    clock.jump(DAY * 1000);
    await clock.advance(FIVE_MINUTES);
    await expect.poll(() => events('warn')).toEqual(['license_renewal_due']);
    expect(said(reports.at(-1))).toBe('ExpiresSoon');
    await clock.advance(FIVE_MINUTES);
    expect(events('warn')).toHaveLength(1);
    clock.jump(DAY * 1000);
    await clock.advance(FIVE_MINUTES);
    await expect.poll(() => events('warn')).toHaveLength(2);
    await keeper.stop();
  });

  it('expires by the passing of time alone', async () => {
    const { clock, keeper, take } = await setUp();
    keeper.start();
    await take(true, await token(1));
    expect(keeper.state.expired).toBe(false);
    clock.jump(3.5 * DAY * 1000);
    expect(keeper.state).toMatchObject({ expired: true, error: 'License expired 2 day(s) ago' });
    await keeper.stop();
  });

  it('stays expired where the clock is set back, which is noticed', async () => {
    const latest = { ms: NOW + 40 * DAY * 1000, isAway: false };
    const { events, keeper, take } = await setUp(undefined, latest);
    keeper.start();
    await take(true, await token(30));
    expect(keeper.state).toMatchObject({ expired: true, error: 'License expired 10 day(s) ago' });
    expect(events('warn')).toContain('clock_was_set_back');
    await keeper.stop();
  });

  it('is known while the database is away, which is asked again soon', async () => {
    const latest = { ms: 0, isAway: true };
    const text = await token(90);
    const { clock, keeper, persisted, take } = await setUp(text, latest);
    keeper.start();
    await take(false);
    expect(keeper.state.valid).toBe(true);
    expect(persisted).toEqual([]);
    latest.isAway = false;
    await clock.advance(5_000);
    await expect.poll(() => persisted).toEqual([text]);
    await keeper.stop();
  });
});
