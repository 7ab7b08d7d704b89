import { decisionOf } from './decide.ts';
import type { Exchange } from './exchange.ts';
import type { Refusal } from './refusal.ts';
import { sendJson } from './respond.ts';

/** Answers a dry run with the decision, whatever it is: nothing is sent, and nothing recorded. */
export function explain(exchange: Exchange, refusal?: Refusal): void {
  const body = Buffer.from(JSON.stringify(decisionOf(exchange, refusal).toRecord()));
  sendJson(exchange.response, 200, body, ['x-request-id', exchange.requestId]);
}

/** Whether a request is a dry run that came far enough to have a decision. */
export const isExplained = ({ isDryRun, askedName }: Exchange): boolean =>
  isDryRun && askedName !== undefined;
