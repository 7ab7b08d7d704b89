/** An event, as subscribers are told of it. */
export interface DeliveredEvent {
  readonly id: string;
  readonly type: string;
  /** When it happened. */
  readonly at: Date;
  /** What it is about: `Budget/engineering`. */
  readonly subject: string;
  /** metadata.name of the Organization whose event it is; undefined: the platform's. */
  readonly organization: string | undefined;
  /** In snake_case. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly isTest: boolean;
}

/** One attempt to tell a subscription of an event, or of several in a digest. */
export interface Delivery {
  /** The same over retries and replays, without a `.`: by `deliveryIdOf`. Receivers know by it what they had before. */
  readonly id: string;
  /** Of a digest: an event of type `events.digest` that stands for all of them. */
  readonly event: DeliveredEvent;
  /** 1 for the first. */
  readonly attempt: number;
  /** The events of a digest, the oldest first. */
  readonly digest?: readonly DeliveredEvent[];
  /** Who is told: where its requests may go depends on whose it is. */
  readonly subscription: Pick<Subscription, 'uid' | 'name' | 'organization'>;
}

export const CHANNELS = ['webhook', 'slack', 'pagerduty', 'email'] as const;
export type ChannelName = (typeof CHANNELS)[number];

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else STARTTLS, where the server offers it. */
  readonly isTls: boolean;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly from: string;
}

/** Where a subscription is delivered to, with its secrets. */
export type ResolvedTarget =
  | {
      readonly channel: 'webhook';
      readonly url: string;
      /** `whsec_…`, the newest first; more than one while a secret rotates. Never none: nothing is sent unsigned. */
      readonly secrets: readonly string[];
    }
  | { readonly channel: 'slack'; readonly webhookUrl: string }
  | { readonly channel: 'pagerduty'; readonly routingKey: string }
  | { readonly channel: 'email'; readonly to: readonly string[]; readonly smtp: SmtpSettings };

export type TargetOf<Name extends ChannelName> = Extract<ResolvedTarget, { channel: Name }>;

/** What became of an attempt. */
export type Outcome =
  | { readonly kind: 'delivered'; readonly status?: number }
  | {
      readonly kind: 'failed';
      readonly status?: number;
      /** The receiver asks to be left alone for so long, ms. */
      readonly retryAfterMs?: number;
      /** For people: a sentence without secrets. */
      readonly reason: string;
      /** The receiver wants no more of it (410). */
      readonly isGone?: boolean;
      /** A bad address or wrong settings: no retry helps. */
      readonly isFinal?: boolean;
    };

/** Others are to be sent before it: nothing was, and it counts as no attempt. */
export interface Postponed {
  readonly kind: 'postponed';
  /** When to come again, ms from now. */
  readonly afterMs: number;
}

/** A way to tell somebody of an event. */
interface ChannelTo<Target extends ResolvedTarget> {
  /** Tries once; what fails is in the outcome. Rejects only where the signal aborts it, or a programming error did. */
  send(delivery: Delivery, target: Target, signal: AbortSignal): Promise<Outcome | Postponed>;
}

/** The channel of a name; of none, one that takes every target. */
export type Channel<Name extends ChannelName = ChannelName> = ChannelTo<TargetOf<Name>>;

/** One channel of each name. */
export type Channels = { readonly [Name in ChannelName]: Channel<Name> };

/** Who is told of which events. */
export interface Subscription {
  readonly uid: string;
  readonly name: string;
  /** metadata.name of its Organization, whose events alone it gets; undefined: the platform's, which gets all. */
  readonly organization: string | undefined;
  /** Types; a trailing `*` stands for any ending. */
  readonly eventTypes: readonly string[];
  /** The one subject whose events it gets: `Budget/engineering`; undefined: those of all. */
  readonly subject?: string | undefined;
  readonly channel: ChannelName;
  readonly isActive: boolean;
  /** metadata.generation: a change of it takes back that deliveries had disabled the subscription. */
  readonly generation: number;
}

/** The subscriptions that there are. */
export interface SubscriptionSource {
  all(): readonly Subscription[];
  /** Where it is delivered to; or what is missing, as a sentence for people: that fails the attempt, which is tried again. */
  target(subscription: Subscription): Promise<ResolvedTarget | { readonly missing: string }>;
}
