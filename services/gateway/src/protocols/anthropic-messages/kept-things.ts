import { isUnambiguous } from '@aicp/common/json/unambiguous';
import { isObject } from '../../formats/json/members.ts';
import { CHAT_LIMITS } from '../openai-chat/chat-scan.ts';
import type { RefusedMember } from '../openai-chat/guarded-names.ts';

/**
 * A body without any of these names nothing that a vendor keeps, no other model and no other price. They stand there as only members do, since a text has its quotes escaped: what is written about them costs
 * no second reading. The last two are a type and a name with an escape, of which at most 15 characters stand before it and at most 42 are left.
 */
const MAY_NAME =
  /"(?:file_id|container|thread|fallbacks|speed|inference_geo|diagnostics)"\s*:|"advisor_|"type"\s*:\s*"[^"]{0,15}\\u|\\u[^"]{0,42}"\s*:/i;
const FILE_ID = /^file_id$/i;
/** What programs of the vendor made: the model is told the id, and nothing is read by it. */
const MADE = /^(?:bash_)?code_execution_output$/;

/**
 * Why a request may not go on: it names a file, a container, a skill or a conversation that a vendor keeps for its customer, who is one for all tenants, so that nobody here
 * can tell whose it is; or it has the vendor ask another model, or for another price, than policies, prices and lists of models were looked up for. Undefined: nothing of that. `body` is JSON.
 */
export function keptThing(body: Buffer): RefusedMember | undefined {
  if (!MAY_NAME.test(body.toString('latin1'))) return undefined;
  const request: unknown = JSON.parse(body.toString());
  if (!isObject(request)) return undefined;
  const found = foundIn(request);
  if (found) return found;
  // Of members that are there twice, another reader may take the other one.
  return isUnambiguous(body, CHAT_LIMITS)
    ? undefined
    : { member: 'messages', problem: 'holds a member twice: write each once' };
}

function foundIn(request: Readonly<Record<string, unknown>>): RefusedMember | undefined {
  if (isKeptContainer(request['container']))
    return {
      member: 'container',
      problem: `names ${KEPT}. Leave it out, or name none but the vendor’s own skills in it`,
    };
  if ((request['thread'] ?? undefined) !== undefined) return THREAD;
  return otherModel(request) ?? otherPrice(request) ?? comparedWith(request) ?? fileIn(request);
}

/** Members with which the vendor charges more than its list says of the model, and the one value with which it does not. */
const AT_LIST_PRICE = Object.entries({ speed: 'standard', inference_geo: 'global' });

function otherPrice(request: Readonly<Record<string, unknown>>): RefusedMember | undefined {
  const other = AT_LIST_PRICE.find(([member, value]) => (request[member] ?? value) !== value);
  if (!other) return undefined;
  const [member, value] = other;
  return {
    member,
    problem: `must be "${value}" or left out: the vendor charges more for all others than the price that this gateway knows and bounds budgets by`,
  };
}

/** What would have the vendor tell how this request differs from one of which nobody here can tell whose it was. */
function comparedWith(request: Readonly<Record<string, unknown>>): RefusedMember | undefined {
  const { diagnostics } = request;
  if (!isObject(diagnostics)) return undefined;
  const { previous_message_id: compared } = diagnostics;
  if ((compared ?? undefined) === undefined) return undefined;
  return {
    member: 'diagnostics.previous_message_id',
    problem: `names ${KEPT}. Send null, or leave it out`,
  };
}

/** Anthropic's SDKs know the code: those that may send the whole conversation without a thread then (SDK for TypeScript, `BetaMessageThread`). */
const THREAD: RefusedMember = {
  member: 'thread',
  problem:
    'must be left out: this gateway keeps no conversations at the vendor, where all its clients are one customer. Send all messages of the conversation again (the SDK’s toolRunner does so by itself, its thread with unsupportedRequestBehavior: "continue_unthreaded")',
  code: 'thread_unsupported_request',
};

/** What has the vendor ask a model that nobody here allowed, limited or has a price for. */
function otherModel(request: Readonly<Record<string, unknown>>): RefusedMember | undefined {
  if ((request['fallbacks'] ?? undefined) !== undefined)
    return {
      member: 'fallbacks',
      problem:
        'must be left out: it has the vendor ask models that this gateway’s policies and prices know nothing of. Ask whoever runs this gateway for fallbacks of the model',
    };
  const member = ['tools', 'messages', 'system'].find((name) => hasAdvisor(request[name]));
  return member === undefined ? undefined : { member, problem: ADVISOR };
}

const ADVISOR =
  'must not have a tool of the type advisor: it has the vendor ask a model that this gateway’s policies and prices know nothing of. Leave it out';

/** Members whose values have names of their own: arguments of tools, and their schemas. */
const OWN_NAMES = /^input(?:_schema)?$/;

function hasAdvisor(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasAdvisor);
  if (!isObject(value)) return false;
  const { type, model } = value;
  if (typeof type === 'string' && /^advisor_\d/i.test(type) && model !== undefined) return true;
  return Object.entries(value).some(([name, inner]) => !OWN_NAMES.test(name) && hasAdvisor(inner));
}

function fileIn(request: Readonly<Record<string, unknown>>): RefusedMember | undefined {
  for (const member of ['messages', 'system'])
    if (namesFile(request[member]))
      return { member: `${member}[].content[].source.file_id`, problem: `names ${KEPT}. ${SEND}` };
  return undefined;
}

const KEPT =
  'what the vendor keeps: this gateway cannot tell whose it is, since all its clients are one customer there';
const SEND = 'Send the content itself, as base64 or as text';

function isKeptContainer(container: unknown): boolean {
  if (!isObject(container)) return (container ?? undefined) !== undefined;
  const { id, skills } = container;
  if ((id ?? undefined) !== undefined) return true;
  const named = Array.isArray(skills) ? (skills as unknown[]) : [];
  return named.some((skill) => !isObject(skill) || skill['type'] !== 'anthropic');
}

function namesFile(value: unknown, isSource = false): boolean {
  if (Array.isArray(value)) return value.some((one) => namesFile(one, isSource));
  if (!isObject(value)) return false;
  const isMade = !isSource && typeof value['type'] === 'string' && MADE.test(value['type']);
  return Object.entries(value).some(([name, inner]) => {
    if (FILE_ID.test(name)) return !isMade && (inner ?? undefined) !== undefined;
    // Arguments of tools have names of their own.
    return name !== 'input' && namesFile(inner, name === 'source');
  });
}
