import { AdminClient } from '../kit/admin-client.ts';
import type { Stage } from '../kit/stage.ts';
import { until } from '../../kubernetes/control-plane/until.ts';
import { ROLES } from './role-table.ts';
import { objectsOf, type Held } from './tenant-objects.ts';

/** An object of a tenant, as it was made. */
export interface Made extends Held {
  readonly id: string;
}

/** An organization with one object of each kind. Whatever is its own holds the word, and nothing else does. */
export interface Tenant {
  readonly word: string;
  readonly objects: readonly Made[];
}

/** Somebody of a role. */
export interface Person {
  /** Of the key. */
  readonly id: string;
  readonly key: string;
  /** The API by that key. */
  readonly client: AdminClient;
}

interface MadeKey {
  readonly id: string;
  readonly key: string;
}

/** Two organizations that know nothing of each other, and somebody of each role in the first. */
export class Tenants implements AsyncDisposable {
  readonly ours: Tenant;
  readonly theirs: Tenant;
  private readonly people = new Map<string, Person>();
  private readonly made: string[] = [];
  private readonly stage: Stage;

  private constructor(stage: Stage) {
    this.stage = stage;
    const run = Date.now().toString(36).slice(-5);
    this.ours = { word: `north${run}`, objects: [] };
    this.theirs = { word: `south${run}`, objects: [] };
  }

  static async open(stage: Stage): Promise<Tenants> {
    const tenants = new Tenants(stage);
    for (const tenant of [tenants.ours, tenants.theirs]) await tenants.fill(tenant);
    for (const { role } of ROLES) tenants.people.set(role, await tenants.admit(role));
    return tenants;
  }

  /** Whoever has a role in the first organization; the platform's administrator is of none. */
  personOf(role: string): Person {
    const person = this.people.get(role);
    if (!person) throw new Error(`nobody is ${role}`);
    return person;
  }

  /** Takes it all away again. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const path of this.made.toReversed()) await this.stage.admin.status('DELETE', path);
  }

  private async fill({ word, objects }: Tenant): Promise<void> {
    const { admin } = this.stage;
    await this.make('organizations', { name: `${word} works`, slug: word });
    for (const held of objectsOf(word)) {
      const { id } = await this.make(held.collection, held.body);
      (objects as Made[]).push({ ...held, id });
    }
    const period = { period_start: '2026-02-01T00:00:00Z', period_end: '2026-03-01T00:00:00Z' };
    await admin.json('POST', '/api/v1/chargeback/reports/generate', {
      ...{ ...period, name: `${word} report`, organization_id: word },
    });
    await this.askFor(word);
  }

  /** A request to the gateway that is recorded, and one for access, by a key of the organization. */
  private async askFor(word: string): Promise<void> {
    const { aicp, admin } = this.stage;
    const { id, key } = (await this.make('api-keys', {
      ...{ name: `${word} program`, role: 'member', organization_id: word },
      team_id: `${word}-team`,
    })) as MadeKey;
    const headers = { authorization: `Bearer ${key}` };
    const isServed = async (): Promise<boolean> => {
      const answer = await aicp.ask({ model: 'sim-small' }, headers);
      await answer.arrayBuffer();
      return answer.ok;
    };
    await until(isServed, { what: `the gateway serves ${word}`, everyMs: 200 });
    const isRecorded = async (): Promise<boolean> =>
      (await admin.json<readonly unknown[]>('GET', `/api/v1/requests?key=${id}`)).length > 0;
    await until(isRecorded, { what: `the request of ${word} is recorded`, timeoutMs: 60_000 });
    const client = await AdminClient.signedInOnceTaken(aicp.adminUrl, key);
    await client.json('POST', '/api/v1/model-access/requests', {
      ...{ tier_id: `${word}-tier`, justification: `${word} needs it` },
    });
  }

  private async admit(role: string): Promise<Person> {
    const { word } = this.ours;
    const isPlatform = role === 'platform_admin';
    const isOfTeam = role === 'team_admin' || role === 'member';
    const { id, key } = (await this.make('api-keys', {
      ...{ name: `${word} ${role}`, role },
      ...(isPlatform ? {} : { organization_id: word }),
      ...(isOfTeam ? { team_id: `${word}-team` } : {}),
      // A member has keys of their own where it is known who they are.
      ...(role === 'member' ? { user_id: `${word}-ada` } : {}),
    })) as MadeKey;
    return { id, key, client: await AdminClient.signedInOnceTaken(this.stage.aicp.adminUrl, key) };
  }

  private async make(collection: string, body: unknown): Promise<{ readonly id: string }> {
    const made = await this.stage.admin.json<{ readonly id: string }>(
      ...(['POST', `/api/v1/${collection}`, body] as const),
    );
    this.made.push(`/api/v1/${collection}/${encodeURIComponent(made.id)}`);
    return made;
  }
}
