import {
  OBSERVATIONS_PATH,
  observationAnswer,
  type ObservationAnswer,
  type ObservationReport,
} from '@aicp/contracts/audit/observation';
import { Agent, request } from 'undici';

/** The admin service, which keeps the audit log. */
export interface AuditTarget {
  readonly url: string;
  /** The token that it knows us by; read for every report. */
  readonly token: () => Promise<string>;
  /** Of its certificate, PEM, where that is not a public one. */
  readonly ca?: string;
}

const TIMEOUT_MS = 30_000;

/** Tells the admin service what was observed. Owns its connections; `close` ends them. */
export class ReportClient {
  private readonly agent: Agent;
  private readonly target: AuditTarget;

  constructor(target: AuditTarget) {
    this.target = target;
    this.agent = new Agent({ connect: target.ca === undefined ? {} : { ca: target.ca } });
  }

  /** Rejects where the report was not taken. */
  readonly send = async (
    report: ObservationReport,
    signal: AbortSignal,
  ): Promise<ObservationAnswer> => {
    const answer = await request(new URL(OBSERVATIONS_PATH, this.target.url), {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await this.target.token()}`,
      },
      body: JSON.stringify(report),
      signal,
      headersTimeout: TIMEOUT_MS,
    });
    if (answer.statusCode !== 200) {
      const text = (await answer.body.text()).slice(0, 300);
      throw new Error(`the admin service answered ${answer.statusCode}: ${text}`);
    }
    return observationAnswer.parse(await answer.body.json());
  };

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}
