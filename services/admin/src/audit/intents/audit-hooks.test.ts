import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import { testEngines } from '@aicp/common/database/testing/engines';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { INTENT_ANNOTATION } from '@aicp/contracts/audit/observation';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminDatabase } from '../../database/tables.ts';
import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { verifyChain } from '@aicp/api-kit/audit/verify-chain';
import { oldestFirst } from '@aicp/api-kit/audit/audit-reader';
import { startAdminDatabase, emptyAuditLog } from '../testing/audit-database.ts';
import { AuditedCluster } from '../testing/cluster.ts';
import { act, HISTORIES, randomStep } from '../testing/histories.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const v = (n: number) => ({ description: `v${n}` });

describe.each(testEngines())('every change has its one entry on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: AdminDatabase;
    let stop: () => Promise<void>;
    let cluster: AuditedCluster;

    beforeAll(async () => {
      ({ database, stop } = await startAdminDatabase(engine));
    });
    afterAll(async () => {
      await stop();
    });
    beforeEach(async () => {
      await emptyAuditLog(database);
      cluster = new AuditedCluster({ database, clock: new ManualClock(NOW) });
    });

    const entries = async () => {
      const found = [];
      for await (const entry of oldestFirst(database.kysely)) found.push(entry);
      return found;
    };
    /** `action by whom: before → after`, in their order. */
    const story = async () =>
      (await entries()).map(({ action, user_id, source, changes }) => {
        const [before, after] = [changes?.before, changes?.after].map(
          (state) => (state?.['spec'] as { description?: string } | undefined)?.description ?? '-',
        );
        return `${action} by ${user_id} (${source}): ${before} → ${after}`;
      });

    it('by the API, and none more when the operator sees it', async () => {
      await cluster.write('ada', 'a', v(1));
      await cluster.observe(cluster.seen('a'));
      await cluster.write('bob', 'a', v(2));
      await cluster.observe(cluster.seen('a'), cluster.seen('a'));
      expect(await story()).toEqual([
        'create by ada (api): - → v1',
        'update by bob (api): v1 → v2',
      ]);
      expect((await entries())[0]).toMatchObject({
        resource_type: 'team',
        resource_id: 'a',
        ip: '192.0.2.7',
        request_id: 'r-ada',
      });
    });

    it('by the API, where the operator is faster than the service', async () => {
      const { pending } = await cluster.announce('ada', 'a', v(1));
      const object = cluster.edit('aicp-admin', 'a', { spec: v(1), ...pending });
      await cluster.observe(cluster.seen('a'));
      await pending.settle({ object });
      expect(await story()).toEqual(['create by ada (api): - → v1']);
    });

    it('by the API, though the service dies before it writes it', async () => {
      await cluster.write('ada', 'a', v(1), { dies: true });
      expect(await story()).toEqual([]);
      await cluster.inventory();
      expect(await story()).toEqual(['create by ada (api): - → v1']);
    });

    it('by the API, though the service dies and its object is written over', async () => {
      await cluster.write('ada', 'a', v(1), { dies: true });
      await cluster.write('bob', 'a', v(2));
      await cluster.inventory();
      expect(await story()).toEqual([
        'create by ada (api): - → v1',
        'update by bob (api): v1 → v2',
      ]);
    });

    it('where somebody changed the object before anybody looked at what the API wrote', async () => {
      await cluster.write('ada', 'a', v(1), { dies: true });
      cluster.edit('kubectl-edit', 'a', { spec: v(2) });
      await cluster.inventory();
      expect(await story()).toEqual([
        'create by ada (api): - → v1',
        'update by kubectl-edit (kubectl): v1 → v2',
      ]);
    });

    it('where the operator has yet to tell what the API writes over', async () => {
      await cluster.write('ada', 'a', v(1));
      cluster.edit('kubectl-edit', 'a', { spec: v(2) });
      const late = cluster.seen('a');
      await cluster.write('bob', 'a', v(3));
      await cluster.observe(late, cluster.seen('a'));
      expect(await story()).toEqual([
        'create by ada (api): - → v1',
        'update by kubectl-edit (kubectl): v1 → v2',
        'update by bob (api): v2 → v3',
      ]);
    });

    it('not by the author of an intent that the object kept from an earlier write', async () => {
      await cluster.write('ada', 'a', v(1));
      cluster.edit('kubectl-edit', 'a', { spec: v(2) });
      await cluster.observe(cluster.seen('a'));
      expect((await story())[1]).toBe('update by kubectl-edit (kubectl): v1 → v2');
    });

    it.each(['aicp-admin', 'kubectl', ''])('not by who calls himself %j', async (manager) => {
      cluster.edit(manager, 'a', { spec: v(1) });
      await cluster.observe(cluster.seen('a'));
      expect(await story()).toEqual([`create by ${manager} (kubectl): - → v1`]);
    });

    it('not by the author of an intent that somebody copied, knew or made up', async () => {
      await cluster.write('ada', 'a', v(1));
      const copied = cluster.object('a').metadata.annotations;
      cluster.edit('eve', 'b', { spec: v(1), ...(copied ? { annotations: copied } : {}) });
      const { pending } = await cluster.announce('ada', 'c', v(1));
      cluster.edit('eve', 'd', { spec: v(1), annotations: { ...pending.annotations } });
      const annotations = { [INTENT_ANNOTATION]: "'; drop table x" };
      cluster.edit('eve', 'e', { spec: v(1), annotations });
      await cluster.observe(cluster.seen('b'), cluster.seen('d'), cluster.seen('e'));
      expect((await story()).slice(1)).toEqual(Array(3).fill('create by eve (kubectl): - → v1'));
    });

    it('and none of a write that was refused', async () => {
      const { pending } = await cluster.announce('ada', 'a', v(1));
      await pending.settle({ error: new KubernetesError({ status: 409, message: 'no' }) });
      const annotations = { ...pending.annotations };
      cluster.edit('eve', 'a', { spec: v(1), annotations });
      await cluster.observe(cluster.seen('a'));
      expect(await story()).toEqual(['create by eve (kubectl): - → v1']);
    });

    it('of a write that may have failed and did not', async () => {
      const { pending } = await cluster.announce('ada', 'a', v(1));
      cluster.edit('aicp-admin', 'a', { spec: v(1), annotations: { ...pending.annotations } });
      await pending.settle({ error: new Error('socket hang up') });
      await cluster.observe(cluster.seen('a'));
      expect(await story()).toEqual(['create by ada (api): - → v1']);
    });

    it('of a deletion, whoever tells of it first', async () => {
      await cluster.write('ada', 'a', v(1));
      await cluster.write('ada', 'b', v(2));
      const [a, b] = [cluster.object('a'), cluster.object('b')];
      await cluster.write('bob', 'a', undefined);
      await cluster.observe(cluster.gone(a));
      await cluster.write('bob', 'b', undefined, { dies: true });
      await cluster.observe(cluster.gone(b), cluster.gone(b));
      expect((await story()).slice(2)).toEqual([
        'delete by bob (api): v1 → -',
        'delete by bob (api): v2 → -',
      ]);
    });

    it('of a deletion that was announced and then done by somebody else', async () => {
      await cluster.write('ada', 'a', v(1));
      await cluster.announce('bob', 'a', undefined);
      cluster.edit('kubectl-edit', 'a', { spec: v(2) });
      await cluster.observe(cluster.seen('a'));
      await cluster.observe(cluster.gone(cluster.remove('a')));
      expect((await story()).at(-1)).toBe('delete by null (kubectl): v2 → -');
    });

    it('of what happened while nobody watched, one for each object', async () => {
      await cluster.write('ada', 'changed', v(1));
      await cluster.write('ada', 'gone', v(1));
      await cluster.write('ada', 'same', v(1));
      cluster.edit('kubectl-edit', 'changed', { spec: v(2) });
      cluster.edit('kubectl-edit', 'changed', { spec: v(3) });
      cluster.remove('gone');
      cluster.touch('same');
      cluster.edit('helm', 'new', { spec: v(9) });
      await cluster.inventory();
      expect(await cluster.inventory()).toEqual([]);
      expect((await story()).slice(3)).toEqual([
        'delete by null (kubectl): v1 → -',
        'update by kubectl-edit (kubectl): v1 → v3',
        'create by helm (kubectl): - → v9',
      ]);
    });

    it('and none of a deletion that an inventory of before does not know of', async () => {
      const none = { type: 'inventory' as const, kind: 'Team', objects: [] };
      await cluster.write('ada', 'a', v(1));
      expect(await cluster.inbox.take(none)).toEqual([]);
      expect(await story()).toHaveLength(1);
    });

    it('and none of a change of the status', async () => {
      await cluster.write('ada', 'a', v(1));
      cluster.touch('a');
      await cluster.observe(cluster.seen('a'));
      expect(await story()).toHaveLength(1);
    });

    it('names GitOps where Git keeps the object, and the system where that is us', async () => {
      const git = { 'argocd.argoproj.io/tracking-id': 'x:aicp.dev/Team:aicp/a' };
      cluster.edit('argocd-controller', 'a', { spec: v(1), annotations: git });
      cluster.edit('aicp-operator', 'b', { spec: v(1) });
      await cluster.observe(cluster.seen('a'), cluster.seen('b'));
      expect(await story()).toEqual([
        'create by argocd-controller (gitops): - → v1',
        'create by aicp-operator (system): - → v1',
      ]);
    });

    it('with secrets masked wherever they stand', async () => {
      const spec = {
        headers: { 'X-Team': 'hunter2' },
        apiKey: 'hunter2',
        secretRef: { name: 's' },
      };
      await cluster.write('ada', 'a', spec);
      const last = 'kubectl.kubernetes.io/last-applied-configuration';
      cluster.edit('kubectl', 'b', { spec, annotations: { [last]: '{"apiKey":"hunter2"}' } });
      await cluster.observe(cluster.seen('b'));
      expect(JSON.stringify(await entries())).not.toContain('hunter2');
      const seen = await database.kysely.selectFrom('audit_seen').selectAll().execute();
      const intents = await database.kysely.selectFrom('audit_intents').selectAll().execute();
      expect(JSON.stringify([seen, intents])).not.toContain('hunter2');
      expect(JSON.stringify(await entries())).toContain('"secretRef":{"name":"s"}');
    });

    it('later, where the database goes away after the write', async () => {
      const chain = new AuditChain({ database, clock: new ManualClock(NOW) });
      const away = () => Promise.reject(new DatabaseUnavailable('away'));
      const cut = new AuditedCluster({
        database,
        clock: new ManualClock(NOW),
        chain: Object.assign(Object.create(chain) as AuditChain, { write: away }),
      });
      await cut.write('ada', 'a', v(1));
      expect(cut.log.entries).toMatchObject([{ event: 'audit_entry_deferred', level: 'info' }]);
      await cluster.observe(cut.seen('a'));
      expect(await story()).toEqual(['create by ada (api): - → v1']);
    });

    it('whatever the order in which writers, crashes and reports come', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(randomStep, { minLength: 1, maxLength: 12 }), async (steps) => {
          await emptyAuditLog(database);
          cluster = new AuditedCluster({ database, clock: new ManualClock(NOW) });
          await cluster.write('u0', 'a', v(0));
          const authors = ['u0', ...(await act(cluster, steps))];
          const found = await entries();
          const byApi = found.flatMap(({ source, user_id }) => (source === 'api' ? [user_id] : []));
          expect(byApi).toEqual(authors);
          // Each entry goes on from where the one before it ended, and the last ends at what is there.
          for (const [index, entry] of found.entries()) {
            expect(entry.changes?.before).toEqual(found[index - 1]?.changes?.after ?? null);
          }
          const last = found.at(-1)?.changes?.after;
          expect(last).toMatchObject({ spec: cluster.object('a').spec });
          const chain = { entries: oldestFirst(database.kysely), checkpoints: [] };
          expect(await verifyChain({ ...chain, isOurs: () => true })).toMatchObject({
            valid: true,
          });
        }),
        { numRuns: HISTORIES },
      );
    }, 120_000);
  });
});
