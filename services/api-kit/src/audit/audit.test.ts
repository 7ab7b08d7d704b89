import { testEngines } from '@aicp/common/database/testing/engines';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKitDatabase, type KitDatabase } from '../testing/kit-database.ts';
import { AuditChain } from './audit-chain.ts';
import type { AuditEntry } from './audit-entry.ts';
import { AuditKeeper } from './audit-keeper.ts';
import { listEntries } from './audit-reader.ts';
import { CheckpointKeys } from './checkpoint-keys.ts';
import { listCheckpoints } from './checkpoint-store.ts';
import { FORMATS } from './export-formats.ts';
import { masked, maskedAddress } from './mask.ts';
import { listMonths } from './months.ts';
import { SecurityEventLog } from './security-events.ts';
import { draftOf } from './testing/audit-log.ts';
import { verifyDatabase } from './verify-chain.ts';
import { withoutSecrets } from './without-secrets.ts';

describe('audit keeper', () => {
  const JANUARY = Date.UTC(2026, 0, 15);
  const DAY_MS = 86_400_000;
  const MINUTE_MS = 60_000;

  describe.each(testEngines())('the audit log, kept for 60 days, on $name', (engine) => {
    describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
      let database: KitDatabase;
      let stop: () => Promise<void>;
      const clock = new ManualClock(JANUARY);
      const { log, entries } = recordingLog();
      const api = new FakeKubernetes();
      const keys = new CheckpointKeys({ api, namespace: 'aicp' });
      let chain: AuditChain;
      let keeper: AuditKeeper;

      beforeAll(async () => {
        ({ database, stop } = await startKitDatabase(engine));
        chain = new AuditChain({ database, clock });
        const securityEvents = new SecurityEventLog({ chain, log });
        const retentionDays = () => 60;
        keeper = new AuditKeeper({
          database,
          chain,
          keys,
          securityEvents,
          retentionDays,
          clock,
          log,
        });
        keeper.start();
      });
      afterAll(async () => {
        await keeper.stop();
        await stop();
      });

      const ourKey = async () => (await keys.current()).x;
      const verify = async () => await verifyDatabase(database.kysely, ourKey);
      const passes = async (days: number): Promise<void> => {
        const { length } = entries;
        clock.jump(days * DAY_MS);
        // The keeper looks once a minute, and may be at work on a database that no clock of ours moves.
        const looked = async (): Promise<number> => {
          await clock.advance(MINUTE_MS);
          return entries.length;
        };
        await expect.poll(looked, { timeout: 20_000 }).toBeGreaterThan(length);
      };

      it('drops months whose last day is over, and still verifies from there on', async () => {
        await chain.record([draftOf(), draftOf()]);
        clock.jump(30 * DAY_MS);
        await chain.record([draftOf(), draftOf()]);
        expect(await verify()).toMatchObject({ valid: true, entries: 4, dropped_up_to: 0 });
        // 4 April: January ended 63 days ago, February 35.
        await passes(49);
        expect(await verify()).toMatchObject({
          valid: true,
          entries: 2,
          first_seq: 3,
          dropped_up_to: 2,
        });
        expect((await listMonths(database.kysely, database.schema))[0]).toEqual(
          new Date(Date.UTC(2026, 1, 1)),
        );
        expect(entries.at(-1)).toMatchObject({
          event: 'audit_months_dropped',
          months: 1,
          days: 60,
        });
      });

      it('goes on where it ended when nothing of it is left', async () => {
        await passes(120);
        expect(await listEntries(database.kysely, {}, { limit: 9 })).toEqual([]);
        expect(await verify()).toMatchObject({ valid: true, entries: 0, dropped_up_to: 4 });
        await chain.record([draftOf()]);
        expect(await verify()).toMatchObject({ valid: true, entries: 1, first_seq: 5 });
      });

      it('shows what went missing besides, and a checkpoint of another’s', async () => {
        await chain.record([draftOf()]);
        await database.asOwner(async (owner) => {
          await sql`alter table kit.audit_entries disable trigger user`.execute(owner);
          await sql`delete from kit.audit_entries where seq = 5`.execute(owner);
          await sql`alter table kit.audit_entries enable trigger user`.execute(owner);
        });
        expect(await verify()).toMatchObject({
          broken: { seq: 6, reason: 'the entries from 5 to 5 are missing' },
        });
        const look = await verifyDatabase(database.kysely, () => Promise.resolve('another key'));
        expect(look.broken?.reason).toBe('its checkpoint is not signed by our key');
      });

      it('signs its end by the hour, with one key that all replicas share', async () => {
        const replica = new CheckpointKeys({ api, namespace: 'aicp' });
        expect((await replica.current()).x).toBe(await ourKey());
        const checkpoints = await listCheckpoints(database.kysely);
        expect(new Set(checkpoints.map(({ purpose }) => purpose))).toEqual(
          new Set(['anchor', 'retention']),
        );
        expect(checkpoints.every(({ signature }) => signature.length > 80)).toBe(true);
      });
    });
  });
});

describe('export formats', () => {
  const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
    ...draftOf(),
    id: 'i',
    seq: 1,
    timestamp: 't',
    prev_hash: 'p',
    hash: 'h',
    ...changes,
  });

  async function written(format: keyof typeof FORMATS, ...entries: AuditEntry[]): Promise<string> {
    async function* source() {
      yield* await Promise.resolve(entries);
    }
    let text = '';
    for await (const piece of FORMATS[format].write(source())) text += piece;
    return text;
  }

  describe('an export of the audit log', () => {
    it('is a list where there is nothing in it', async () => {
      expect(JSON.parse(await written('json'))).toEqual([]);
      expect(await written('jsonl')).toBe('');
      expect((await written('csv')).split('\r\n')).toHaveLength(2);
    });

    it('is a list of many', async () => {
      const entries = [entry(), entry({ seq: 2 })];
      expect(JSON.parse(await written('json', ...entries))).toEqual(entries);
    });

    it.each([
      ['=1+1', "'=1+1"],
      ['@cmd', "'@cmd"],
      ['a"b', '"a""b"'],
      ['a,b', '"a,b"'],
      ['a\nb', '"a\nb"'],
      ['-1,2', '"\'-1,2"'],
    ])('writes the cell %j so that no program takes it for more than a text', async (id, cell) => {
      const text = await written('csv', entry({ resource_id: id }));
      expect(text).toContain(`,model,${cell},api,`);
    });
  });
});

describe('what the audit log keeps of an object', () => {
  it('holds no values of headers and environment variables, and no secrets of addresses', () => {
    const spec = {
      headers: { 'x-team': 'red' },
      env: [{ name: 'TOKEN', value: 'abc' }],
      url: 'https://me:word@mcp.example/x?token=abc',
      description: 'Who? Me.',
    };
    expect(masked({ spec })).toEqual({
      spec: {
        headers: { 'x-team': '[masked]' },
        env: [{ name: '[masked]', value: '[masked]' }],
        url: 'https://[masked]@mcp.example/x?[masked]',
        description: 'Who? Me.',
      },
    });
  });
});

describe('what of a workflow’s steps is told to who may not write it, and kept in the audit log', () => {
  it('holds no values of headers and no secrets of addresses', () => {
    const of = (url: string) => ({ id: 'call', with: { url, headers: { authorization: 'abc' } } });
    const told = (url: string) => ({
      ...{ id: 'call', with: { url, headers: { authorization: '[masked]' } } },
    });
    const spec = (one: (url: string) => object, urls: readonly string[]) => ({
      inputSchema: { properties: { headers: { type: 'object' } } },
      steps: urls.map(one),
    });
    const sent = spec(of, [
      'https://me:word@api.example/x?key=abc',
      'https://api.example/${{ input.id }}?key=abc',
      '${{ input.base }}/x?key=abc',
      'https://${{ a / b }}:word@api.example',
      'https://api.example/${{ input.id }}',
    ]);
    const shown = spec(told, [
      'https://[masked]@api.example/x?[masked]',
      'https://api.example/${{ input.id }}?[masked]',
      '[masked]',
      '[masked]',
      'https://api.example/${{ input.id }}',
    ]);
    expect(withoutSecrets(sent)).toEqual(shown);
    expect((masked(sent) as typeof sent).steps).toEqual(shown.steps);
  });
});

describe('a masked address', () => {
  it.each([
    ['https://user:password@mcp.example/x', 'https://[masked]@mcp.example/x'],
    ['https://mcp.example/x?token=abc', 'https://mcp.example/x?[masked]'],
    ['https://a@b@mcp.example?token#abc', 'https://[masked]@mcp.example?[masked]#[masked]'],
    ['https://mcp.example:8080/x', 'https://mcp.example:8080/x'],
    ['HTTPS://u@h', 'HTTPS://[masked]@h'],
    ['who? me@home', 'who? me@home'],
    ['https://h/a\nb?c', 'https://h/a\nb?[masked]'],
  ])('%j is %j', (text, masked) => {
    expect(maskedAddress(text)).toBe(masked);
  });
});
