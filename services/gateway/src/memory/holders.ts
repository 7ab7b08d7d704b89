import type { Principal } from '@aicp/contracts/routing/request/principal';

/** What is lent to requests: slots, bytes of bodies, of these the bytes of large ones, bytes of answers, and bytes of errors of providers. Each is an index of `Holder.held`. */
export const SLOTS = 0;
export const BYTES = 1;
export const LARGE_BYTES = 2;
export const ANSWER_BYTES = 3;
export const ERROR_BYTES = 4;
export type Lent =
  typeof SLOTS | typeof BYTES | typeof LARGE_BYTES | typeof ANSWER_BYTES | typeof ERROR_BYTES;

/** What one organization, or one of its keys, holds now. */
export class Holder {
  /** Requests from their heads until they are settled: those that a limit on concurrent ones counts, or will count. */
  turns = 0;
  private readonly held = [0, 0, 0, 0, 0];

  /** How much of it is held. */
  of(lent: Lent): number {
    return this.held[lent] ?? 0;
  }

  /** Adds to what is held; a negative amount takes from it. */
  add(lent: Lent, amount: number): void {
    this.held[lent] = this.of(lent) + amount;
  }

  get isIdle(): boolean {
    return this.turns === 0 && this.held.every((amount) => amount === 0);
  }
}

/** What a key holds, which its organization holds too. */
export class KeyHolder extends Holder {
  readonly organization: Holder;

  constructor(organization: Holder) {
    super();
    this.organization = organization;
  }

  override add(lent: Lent, amount: number): void {
    super.add(lent, amount);
    this.organization.add(lent, amount);
  }
}

interface Organization {
  readonly holder: Holder;
  readonly keys: Map<string, KeyHolder>;
}

/** Fewer holders than this are kept for ever. */
const FEW = 4096;
const PLATFORM = '';
const CONCURRENT = /^(key|organization)\/(?:([^/]*)\/)?(.*):concurrent$/s;

/**
 * Who holds what, by names, so that an edit of a key forgets nothing. Keys that belong to no organization are one together. Those who
 * hold nothing are forgotten now and then, all at once: nothing is deleted while requests come and go.
 */
export class Holders {
  private organizations = new Map<string, Organization>();
  private size = 0;
  private pruneAt = FEW;

  /** How many keys are known. */
  get keys(): number {
    return this.size;
  }

  of({ organization = PLATFORM, key }: Pick<Principal, 'organization' | 'key'>): KeyHolder {
    return this.organizations.get(organization)?.keys.get(key) ?? this.added(organization, key);
  }

  /** The key, or the organization, whose requests at the same time a counter counts (`key/acme/ci:concurrent`); undefined where it holds nothing, or others are counted. */
  find(counter: string): Holder | undefined {
    const [, kind, organization = PLATFORM, name = ''] = CONCURRENT.exec(counter) ?? [];
    if (kind === 'key') return this.organizations.get(organization)?.keys.get(name);
    return kind === 'organization' ? this.organizations.get(name)?.holder : undefined;
  }

  private added(name: string, key: string): KeyHolder {
    if (this.size >= this.pruneAt) this.prune();
    let organization = this.organizations.get(name);
    if (!organization) {
      organization = { holder: new Holder(), keys: new Map() };
      this.organizations.set(name, organization);
    }
    const holder = new KeyHolder(organization.holder);
    organization.keys.set(key, holder);
    this.size += 1;
    return holder;
  }

  private prune(): void {
    const kept = new Map<string, Organization>();
    this.size = 0;
    for (const [name, { holder, keys }] of this.organizations) {
      const busy = new Map([...keys].filter(([, one]) => !one.isIdle));
      if (busy.size > 0) kept.set(name, { holder, keys: busy });
      this.size += busy.size;
    }
    this.organizations = kept;
    this.pruneAt = Math.max(FEW, 2 * this.size);
  }
}
