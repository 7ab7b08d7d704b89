import { costOf, isPassing, jsonIn } from '../../gateway/answers.ts';
import type { GatewayAnswer } from '../../gateway/gateway-answer.ts';
import type { ActionResult } from '../action.ts';

const MOST_CHARACTERS = 500;

/** A step that failed since the gateway refused, or could not serve, its request. */
export function refusedBy(answer: GatewayAnswer): ActionResult {
  const { status } = answer;
  return {
    ok: false,
    error: `the gateway answered ${status}: ${messageIn(answer.text)}`,
    isRetryable: isPassing(status),
    costNano: costOf(answer),
  };
}

/** What an error's body says to people. */
function messageIn(text: string): string {
  const { error, detail } = objectIn(text);
  const message = (error as { message?: unknown } | undefined)?.message ?? detail;
  const said = typeof message === 'string' ? message : text;
  return said.slice(0, MOST_CHARACTERS) || 'nothing more is said';
}

/** The object that a text is as JSON; an empty one where it is none. */
function objectIn(text: string): Record<string, unknown> {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
