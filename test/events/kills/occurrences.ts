import type { EventsDatabase } from '@aicp/events/database/tables';
import { bootstrapKeyObject } from '@aicp/local/control/first-objects';
import { newApiKey } from '@aicp/contracts/keys/api-key';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminInstallation } from '../../admin/admin-installation.ts';
import type { AdminAnswer, AdminClient } from '../../admin/clients.ts';

/** So much is under way at a time. */
const AT_ONCE = 6;
const PAUSE_MS = 100;
/** A busy machine takes its time to start what was killed. */
const LONGEST_MS = 120_000;

const TIER = 'frontier';
const REQUESTS = '/api/v1/model-access/requests';

export interface Amounts {
  readonly keys: number;
  readonly prompts: number;
  readonly requests: number;
}

/** Of so many keys, half of them rotated and all revoked, prompts that are submitted and approved, and requests for access that are decided. */
export const amountsFor = (events: number): Amounts => {
  const part = Math.ceil(events / 8);
  return { keys: 4 * Math.ceil(events / 20), prompts: part, requests: part };
};

interface Step {
  /** Does it, or tries to. */
  readonly attempt: () => Promise<AdminAnswer | undefined>;
  /** Whether an attempt whose answer was lost has done it. */
  readonly isDone: () => Promise<boolean>;
  /** The event that has to be told of it, once. */
  readonly event?: string;
}

/** Makes things happen by the API and in Kubernetes, once each, however often the admin service is killed meanwhile. */
export class Occurrences {
  /** The events of what was done, each of them once. */
  readonly expected: string[] = [];
  private readonly aicp: AdminInstallation;
  private readonly admin: AdminClient;
  private readonly database: EventsDatabase;
  private readonly amounts: Amounts;

  constructor(parts: {
    readonly aicp: AdminInstallation;
    /** Of the administrator. */
    readonly admin: AdminClient;
    readonly database: EventsDatabase;
    readonly amounts: Amounts;
  }) {
    this.aicp = parts.aicp;
    this.admin = parts.admin;
    this.database = parts.database;
    this.amounts = parts.amounts;
  }

  /** In rounds: what becomes of an object next happens when it was noted what it was before. `noted` resolves then. */
  async all(noted: () => Promise<void>): Promise<void> {
    const { keys, prompts, requests } = this.amounts;
    const tier = { name: 'Frontier', requires_approval: true };
    await this.untilDone({
      attempt: () => this.admin.post('/api/v1/model-access/tiers', tier),
      isDone: () => this.hasObject('AccessTier', TIER),
    });
    await this.each(prompts, (index) => [this.drafted(index)]);
    await this.each(keys + prompts + requests, (index) => {
      if (index < keys) return [this.created(index)];
      if (index < keys + prompts) return [this.submitted(index - keys)];
      return [this.requested(index - keys - prompts)];
    });
    await noted();
    await this.each(keys / 2 + prompts + requests, (index) => {
      if (index < keys / 2) return [this.rotated(index)];
      if (index < keys / 2 + prompts) return [this.approved(index - keys / 2)];
      return [this.decided(index - keys / 2 - prompts)];
    });
    await noted();
    await this.each(keys, (index) => [this.revoked(index)]);
    await noted();
  }

  /** Made by the API, or by kubectl. */
  private created(index: number): Step {
    const name = keyName(index);
    const attempt = isByApi(index)
      ? () => this.admin.post('/api/v1/api-keys', { name, role: 'member' })
      : () => this.putKey(name).then(() => undefined);
    return {
      attempt,
      isDone: () => this.hasObject('APIKey', name),
      event: `key.created APIKey/${name}`,
    };
  }

  private rotated(index: number): Step {
    const name = keyName(index);
    let before: unknown;
    return {
      attempt: async () => {
        before ??= await this.hashOf(name);
        if (isByApi(index)) return await this.admin.post(`/api/v1/api-keys/${name}/rotate`);
        await this.putKey(name);
        return undefined;
      },
      isDone: async () => before !== undefined && (await this.hashOf(name)) !== before,
      event: `key.rotated APIKey/${name}`,
    };
  }

  private revoked(index: number): Step {
    const name = keyName(index);
    const event = `key.revoked APIKey/${name}`;
    if (isByApi(index)) {
      return {
        attempt: () => this.admin.post(`/api/v1/api-keys/${name}/block`),
        isDone: async () => (await this.specOf('APIKey', name))['blocked'] === true,
        event,
      };
    }
    const isDone = async (): Promise<boolean> => !(await this.hasObject('APIKey', name));
    return { attempt: () => this.aicp.remove('APIKey', name).then(() => undefined), isDone, event };
  }

  private drafted(index: number): Step {
    const prompt = { name: `Prompt ${index}`, template_text: 'Sum up.' };
    return {
      attempt: () => this.admin.post('/api/v1/prompts', prompt),
      isDone: () => this.hasObject('PromptTemplate', promptName(index)),
    };
  }

  private submitted(index: number): Step {
    const name = promptName(index);
    return {
      attempt: () => this.admin.post(`/api/v1/prompts/${name}/submit-review`),
      isDone: () => this.isPrompt(name, 'in_review'),
      event: `prompt.submitted PromptTemplate/${name}`,
    };
  }

  private approved(index: number): Step {
    const name = promptName(index);
    return {
      attempt: () => this.admin.post(`/api/v1/prompts/${name}/approve`),
      isDone: () => this.isPrompt(name, 'approved'),
      event: `prompt.approved PromptTemplate/${name}`,
    };
  }

  private requested(index: number): Step {
    const user = userName(index);
    return {
      attempt: () => this.admin.post(REQUESTS, { tier_id: TIER, user_id: user }),
      isDone: async () => (await this.requestsOf(user)).length > 0,
      event: `access.requested ${user}`,
    };
  }

  private decided(index: number): Step {
    const user = userName(index);
    const [verb, status] = index % 2 === 0 ? ['approve', 'approved'] : ['deny', 'denied'];
    return {
      attempt: async () => {
        const [request] = await this.requestsOf(user);
        return await this.admin.post(`${REQUESTS}/${String(request?.id)}/${verb}`);
      },
      isDone: async () => (await this.requestsOf(user))[0]?.status === status,
      event: `access.${status} ${user}`,
    };
  }

  private async each(count: number, stepsOf: (index: number) => readonly Step[]): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < count) for (const step of stepsOf(next++)) await this.untilDone(step);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Tries again after whatever hindered it, unless that had done it. */
  private async untilDone({ attempt, isDone, event }: Step): Promise<void> {
    const deadline = performance.now() + LONGEST_MS;
    for (;;) {
      const answer = await attempt().catch(() => 'lost' as const);
      if (answer === undefined || (answer !== 'lost' && answer.status < 300)) break;
      await this.aicp.until(() => this.aicp.admin.ready());
      if (await isDone()) break;
      if (performance.now() > deadline) throw new Error(`never done: ${JSON.stringify(answer)}`);
      if (answer !== 'lost' && answer.status === 401) await this.signIn();
      await sleep(PAUSE_MS);
    }
    if (event !== undefined) this.expected.push(event);
  }

  private async signIn(): Promise<void> {
    try {
      await this.admin.login(this.aicp.bootstrapKey);
    } catch {
      // It was killed again: the next attempt finds out.
    }
  }

  private async putKey(name: string): Promise<void> {
    const { spec } = bootstrapKeyObject(newApiKey());
    await this.aicp.put('APIKey', name, { ...spec, displayName: name, role: 'member' });
  }

  private async hasObject(kind: string, name: string): Promise<boolean> {
    return (await this.aicp.get(kind, name)) !== undefined;
  }

  private async specOf(kind: string, name: string): Promise<Readonly<Record<string, unknown>>> {
    const found = (await this.aicp.get(kind, name)) as { spec?: Record<string, unknown> };
    return found.spec ?? {};
  }

  private async hashOf(name: string): Promise<unknown> {
    return (await this.specOf('APIKey', name))['keyHash'];
  }

  private async isPrompt(name: string, state: string): Promise<boolean> {
    return (await this.specOf('PromptTemplate', name))['state'] === state;
  }

  private async requestsOf(user: string) {
    return await this.database.asOwner(async (owner) => {
      const { rows } = await sql<{ id: string; status: string }>`
        select id, status from admin.access_requests where user_id = ${user}`.execute(owner);
      return rows;
    });
  }
}

const isByApi = (index: number): boolean => index % 2 === 0;
const keyName = (index: number): string => `key-${index}`;
const promptName = (index: number): string => `prompt-${index}`;
const userName = (index: number): string => `user-${index}`;
