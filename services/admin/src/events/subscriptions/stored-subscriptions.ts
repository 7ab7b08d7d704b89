import type {
  ResolvedTarget,
  Subscription,
  SubscriptionSource,
} from '@aicp/events/channels/channel';
import type { Clock } from '@aicp/common/time/clock';
import { budget } from '@aicp/crds/budget';
import { eventSubscription, type EventSubscriptionSpec } from '@aicp/crds/event-subscription';
import { organization as organizations } from '@aicp/crds/organization';
import { recordedOwner } from '../../resources/owners.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { alertEmailSubscriptions, type AlertEmailSubscription } from './alert-email.ts';
import { eventOwner } from '../watches/event-owner.ts';
import { allowsPlainHttp, egressOf, type EventSettings } from './event-settings.ts';
import { readMailServer } from './mail-server.ts';
import { placeAt, type SubscriptionSecrets } from './subscription-secrets.ts';

/** Why nothing can be delivered, in a word, and as a sentence that says what to do. */
export interface Undeliverable {
  readonly reason: 'SecretNotFound' | 'NoMailServer' | 'NotHttps' | 'Gone';
  readonly missing: string;
}

export type Target = ResolvedTarget | Undeliverable;

export interface StoredSubscriptionsOptions {
  readonly store: Pick<ObjectStore, 'list' | 'find'>;
  readonly secrets: SubscriptionSecrets;
  readonly settings: EventSettings;
  readonly clock: Clock;
}

/** Secrets are read anew after so long, ms. */
const KNOWN_MS = 10_000;

interface Known {
  readonly target: Target;
  /** By the monotonic clock. */
  readonly until: number;
  readonly version: string | undefined;
}

/** The EventSubscriptions of the namespace, what stands for the `alertEmail` of its Budgets, and where each leads. */
export class StoredSubscriptions implements SubscriptionSource {
  private readonly options: StoredSubscriptionsOptions;
  private readonly known = new Map<string, Known>();

  constructor(options: StoredSubscriptionsOptions) {
    this.options = options;
  }

  all(): readonly Subscription[] {
    return [...this.objects().map(toSubscription), ...this.alertEmails()];
  }

  /** What there is an object of, for who manages those. */
  ofObjects(): readonly Subscription[] {
    return this.objects().map(toSubscription);
  }

  /** Those that act: of one whose organization is gone, or another one of that name, nothing is told. */
  objects(): readonly StoredObject[] {
    const { store } = this.options;
    const found = store.list(eventSubscription).filter((object) => this.isOwned(object));
    if (this.known.size > found.length * 2) {
      const uids = new Set(found.map(({ metadata }) => metadata.uid ?? ''));
      for (const uid of this.known.keys()) if (!uids.has(uid)) this.known.delete(uid);
    }
    return found;
  }

  /** Rejects where the Kubernetes API does not answer. */
  async target({ uid, name }: Pick<Subscription, 'uid' | 'name'>): Promise<Target> {
    const object = this.objects().find(({ metadata }) => metadata.uid === uid);
    if (!object) {
      const mail = this.alertEmails().find((one) => one.uid === uid);
      if (mail) return await this.mailTo(mail.to);
      return { reason: 'Gone', missing: `There is no EventSubscription "${name}" any more.` };
    }
    const version = object.metadata.resourceVersion;
    const now = this.options.clock.monotonic();
    const known = this.known.get(uid);
    if (known && known.until > now && known.version === version) return known.target;
    const target = await this.read(object);
    this.known.set(uid, { target, until: now + KNOWN_MS, version });
    return target;
  }

  /** Its secret has changed. */
  forget(uid: string): void {
    this.known.delete(uid);
  }

  private isOwned(object: StoredObject): boolean {
    const { organizationId } = specOf(object);
    if (organizationId === undefined) return true;
    const owner = this.options.store.find(
      organizations,
      organizationId,
      ({ metadata }) => metadata.name === organizationId,
    );
    if (!owner) return false;
    const recorded = recordedOwner(object)?.organizationUid;
    return recorded === undefined || recorded === owner.metadata.uid;
  }

  private alertEmails(): readonly AlertEmailSubscription[] {
    const { store } = this.options;
    return alertEmailSubscriptions(store.list(budget), (one) => eventOwner(one, store));
  }

  private async read(object: StoredObject): Promise<Target> {
    switch (specOf(object).channel) {
      case 'webhook':
        return await this.webhook(object);
      case 'slack':
        return await this.slack(object);
      case 'pagerduty':
        return await this.pagerDuty(object);
      case 'email':
        return await this.mailTo(specOf(object).config.to ?? []);
    }
  }

  private async webhook(object: StoredObject): Promise<Target> {
    const { url = '' } = specOf(object).config;
    const wrong = this.notHttps(object, url);
    if (wrong) return wrong;
    const signing = await this.options.secrets.signing(object);
    if ('missing' in signing) return notFound(signing.missing);
    return { channel: 'webhook', url, secrets: signing.secrets };
  }

  private async slack(object: StoredObject): Promise<Target> {
    const found = await this.secretAt(object, 'webhookUrlRef');
    if ('missing' in found) return found;
    return this.notHttps(object, found.value) ?? { channel: 'slack', webhookUrl: found.value };
  }

  private async pagerDuty(object: StoredObject): Promise<Target> {
    const found = await this.secretAt(object, 'routingKeyRef');
    return 'missing' in found ? found : { channel: 'pagerduty', routingKey: found.value };
  }

  private async mailTo(to: readonly string[]): Promise<Target> {
    const { mailDirectory } = this.options.settings;
    const smtp = mailDirectory === undefined ? undefined : await readMailServer(mailDirectory);
    if (!smtp) {
      const missing =
        'This installation has no mail server: set admin.smtp.secretName of the chart, or AICP_SMTP_DIRECTORY.';
      return { reason: 'NoMailServer', missing };
    }
    if ('wrong' in smtp) {
      return { reason: 'NoMailServer', missing: `No e-mail is sent: ${smtp.wrong}.` };
    }
    return { channel: 'email', to, smtp };
  }

  private async secretAt(
    object: StoredObject,
    field: 'webhookUrlRef' | 'routingKeyRef',
  ): Promise<{ readonly value: string } | Undeliverable> {
    const place = placeAt(object, field);
    if (!place) return notFound(`It has no ${field}: name a key of a Secret.`);
    const found = await this.options.secrets.valueAt(object, place);
    return 'missing' in found ? notFound(found.missing) : found;
  }

  private notHttps(object: StoredObject, url: string): Undeliverable | undefined {
    const own = egressOf(this.options.settings, specOf(object).organizationId);
    if (URL.parse(url)?.protocol === 'https:' || allowsPlainHttp(own)) return undefined;
    const missing =
      'Its address is not https://, which this installation wants: write another one, or have AICP_EVENTS_ALLOW open the network that it is in.';
    return { reason: 'NotHttps', missing };
  }
}

const notFound = (missing: string): Undeliverable => ({ reason: 'SecretNotFound', missing });

/** The API server checked it, and filled in what has a default. */
const specOf = ({ spec }: StoredObject): EventSubscriptionSpec =>
  spec as unknown as EventSubscriptionSpec;

export function toSubscription(object: StoredObject): Subscription {
  const { metadata } = object;
  const { organizationId, eventTypes, channel, isActive } = specOf(object);
  return {
    uid: metadata.uid ?? '',
    name: metadata.name,
    organization: organizationId,
    eventTypes,
    channel,
    isActive,
    generation: metadata.generation ?? 1,
  };
}
