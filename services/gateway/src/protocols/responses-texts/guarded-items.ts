import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { isObject, listOf, textOf } from '../../formats/json/members.ts';
import { ResponseWalk } from './response-walk.ts';
import { SettledTexts } from './settled-texts.ts';

/** Whose messages are none of a model. */
const ROLES: ReadonlySet<unknown> = new Set(['user', 'system', 'developer']);
/** Items that a client alone sends. What a vendor may have made itself, such as the output of a shell that it runs, is none of them. */
const SENT: ReadonlySet<unknown> = new Set([
  ...['function_call_output', 'custom_tool_call_output', 'computer_call_output'],
  ...['local_shell_call_output', 'apply_patch_call_output', 'mcp_approval_response'],
]);

/**
 * The items of a conversation, a list that is written as JSON, as guardrails on answers let them go on: all but those that a client sent for certain. What
 * a model said between two of those is one answer. Undefined where it was stopped.
 */
export function* guardItems(list: Buffer, guard: OutputGuard): Slices<Buffer | undefined> {
  const items = listOf(JSON.parse(list.toString()));
  const out: (readonly unknown[])[] = [];
  let answer: unknown[] = [];
  for (const item of items) {
    if (!isSent(item)) {
      answer.push(item);
      continue;
    }
    out.push(yield* guardAnswer(answer, guard), [item]);
    answer = [];
  }
  out.push(yield* guardAnswer(answer, guard));
  return guard.stoppedBy ? undefined : Buffer.from(JSON.stringify(out.flat()));
}

function* guardAnswer(output: readonly unknown[], guard: OutputGuard): Slices<readonly unknown[]> {
  if (output.length === 0) return output;
  const walk = new ResponseWalk(guard, new SettledTexts(guard));
  return listOf((yield* walk.response({ output }))['output']);
}

function isSent(item: unknown): boolean {
  if (!isObject(item)) return false;
  const type = textOf(item['type']) ?? 'message';
  return type === 'message' ? ROLES.has(item['role']) : SENT.has(type);
}
