import type { Clock } from '@aicp/common/time/clock';
import { createTransport } from 'nodemailer';
import type { Channel, Delivery, Outcome, Postponed, SmtpSettings, TargetOf } from '../channel.ts';
import { emailMessage } from './email-message.ts';
import { MailAllowance } from './mail-allowance.ts';

export interface EmailChannelOptions {
  readonly clock: Clock;
  /** Certificates that the mail server is trusted by, PEM; those of Node where none is given. */
  readonly ca?: string | undefined;
}

/** Each step of the exchange may take so long, ms. */
const STEP_MS = 10_000;

/** Sends e-mails by the mail server of the settings. Its address is the platform's own, so that it may be a private one. */
export class EmailChannel implements Channel<'email'> {
  private readonly ca: string | undefined;
  private readonly allowance: MailAllowance;

  constructor({ ca, clock }: EmailChannelOptions) {
    this.ca = ca;
    this.allowance = new MailAllowance(clock);
  }

  async send(
    delivery: Delivery,
    { to, smtp }: TargetOf<'email'>,
    signal: AbortSignal,
  ): Promise<Outcome | Postponed> {
    signal.throwIfAborted();
    const afterMs = this.allowance.take(delivery.subscription.organization, to.length);
    if (afterMs !== undefined) return { kind: 'postponed', afterMs };
    const transport = this.transportTo(smtp);
    const stop = (): void => {
      transport.close();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([
        transport.sendMail({
          ...emailMessage(delivery),
          from: smtp.from,
          // As objects, so that no address is read as several.
          to: to.map((address) => ({ name: '', address })),
          messageId: `<${delivery.id}.${delivery.subscription.uid}@${hostOf(smtp.from)}>`,
          date: delivery.event.at,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-AICP-Event': delivery.event.type },
          disableFileAccess: true,
          disableUrlAccess: true,
        }),
        aborted(signal),
      ]);
      return { kind: 'delivered' };
    } catch (error) {
      signal.throwIfAborted();
      return outcomeOfFailure(error, nameOf(smtp, delivery));
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }

  private transportTo({ host, port, isTls, username, password }: SmtpSettings) {
    return createTransport({
      host,
      port,
      secure: isTls,
      // No password leaves over a connection that others can read.
      requireTLS: password !== undefined,
      ...(username === undefined ? {} : { auth: { user: username, pass: password ?? '' } }),
      ...(this.ca === undefined ? {} : { tls: { ca: this.ca } }),
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
    });
  }
}

const aborted = async (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });

const hostOf = (from: string): string => /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'aicp.invalid';

/** Where it is, is told to those who run the installation. */
const nameOf = ({ host, port }: SmtpSettings, { subscription }: Delivery): string =>
  subscription.organization === undefined ? `The mail server ${host}:${port}` : 'The mail server';

/** What the server said last, without the addresses that it may hold. */
function outcomeOfFailure(error: unknown, server: string): Outcome {
  if (!(error instanceof Error)) throw error;
  const { code, responseCode } = error as Error & { code?: string; responseCode?: number };
  if (code === 'EAUTH') {
    return { kind: 'failed', reason: `${server} refuses the user name or password.` };
  }
  if (responseCode !== undefined) {
    // 5xx: it will say the same of the same recipients; 4xx: not now.
    const isFinal = responseCode >= 500 && code === 'EENVELOPE';
    return {
      kind: 'failed',
      status: responseCode,
      reason: `${server} answered ${responseCode}.`,
      isFinal,
    };
  }
  return { kind: 'failed', reason: `${server} was not reached: ${code ?? error.message}.` };
}
