import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareable } from '@aicp/common/database/open-database';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import type { LedgerDatabase } from '@aicp/ledger/database/tables';
import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import { openLedger } from '@aicp/ledger/testing/ledger-home';
import { batchOf } from '@aicp/ledger/testing/records';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminAnswer, AdminClient } from './clients.ts';

const PEOPLE = {
  platform: ['platform_admin', {}],
  acme: ['org_admin', { organizationId: 'acme' }],
  viewer: ['viewer', { organizationId: 'acme' }],
  finance: ['finance', { organizationId: 'acme' }],
  globex: ['org_admin', { organizationId: 'globex' }],
  web: ['team_admin', { teamId: 'web' }],
  ml: ['team_admin', { teamId: 'ml' }],
  member: ['member', { teamId: 'ml' }],
  loner: ['member', {}],
  nobodys: ['org_admin', {}],
} as const satisfies Record<string, Parameters<AdminInstallation['somebody']>>;

interface Person {
  readonly client: AdminClient;
  /** Of the key that they signed in with. */
  readonly name: string;
}

/** A control plane with a ledger, two organizations, the teams ml and web of acme, and people of all sorts. */
export class LedgerInstallation implements AsyncDisposable {
  readonly aicp: AdminInstallation;
  private readonly ledger: LedgerDatabase;
  private readonly directory: string;
  private readonly people = new Map<string, Person>();

  private constructor(aicp: AdminInstallation, ledger: LedgerDatabase, directory: string) {
    this.aicp = aicp;
    this.ledger = ledger;
    this.directory = directory;
  }

  static async start(): Promise<LedgerInstallation> {
    const directory = await mkdtemp(join(tmpdir(), 'aicp-ledger-'));
    const parts = { clock: systemClock, log: recordingLog().log };
    const database = shareable({ directory: join(directory, 'database') }, parts);
    const aicp = await AdminInstallation.start({ database });
    for (const name of ['acme', 'globex']) await aicp.put('Organization', name, {});
    for (const name of ['ml', 'web']) await aicp.put('Team', name, { organizationId: 'acme' });
    const started = new LedgerInstallation(aicp, await openLedger(database), directory);
    for (const [who, [role, where]] of Object.entries(PEOPLE)) {
      started.people.set(who, await aicp.somebody(role, where));
    }
    return started;
  }

  person(who: string): Person {
    const found = this.people.get(who);
    if (!found) throw new Error(`nobody is called ${who}`);
    return found;
  }

  async ask<T>(who: string, path: string): Promise<AdminAnswer<T>> {
    return await this.person(who).client.call<T>('GET', path);
  }

  /** Brings facts in, as the budget service does. */
  async ingest(facts: Parameters<typeof batchOf>[0]): Promise<void> {
    const writer = new LedgerWriter({ database: this.ledger, clock: systemClock });
    await writer.ingest(batchOf(facts));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.aicp[Symbol.asyncDispose]();
    await this.ledger.close();
    await rm(this.directory, { recursive: true, force: true });
  }
}
