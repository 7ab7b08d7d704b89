import { createHmac, randomBytes } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { said, text } from './contents.ts';

const STATE = 'as far as it got';
const of = (kind: string) => `test_input_required_result_${kind}`;

const confirmation = { message: 'Go on?', requestedSchema: z.object({ ok: z.boolean() }) };
const elicit = inputRequired.elicit(confirmation);
const roots = inputRequired.listRoots();
const sampling = inputRequired.createMessage({
  messages: [{ role: 'user', content: text('What is the capital of France?') }],
  maxTokens: 100,
});
const question = (field: string, message: string) =>
  inputRequired.elicit({ message, requestedSchema: z.object({ [field]: z.string() }) });

/** Tools of 2026-07-28 that want to know something of the client before they answer. */
export function addAskingTools(server: McpServer): void {
  const asking = (name: string, wanted: Parameters<typeof inputRequired>[0]) => {
    server.registerTool(name, { description: `Answers ${name}.` }, ({ mcpReq }) => {
      const names = Object.keys(wanted.inputRequests ?? {});
      const isAnswered = names.every((one) => mcpReq.inputResponses?.[one] !== undefined);
      const isSameState = mcpReq.requestState() === wanted.requestState;
      return isAnswered && isSameState ? said('state-ok') : inputRequired(wanted);
    });
  };
  const name = question('name', 'What is your name?');
  asking(of('elicitation'), { inputRequests: { user_name: name } });
  asking('test_streaming_elicitation', { inputRequests: { user_name: name } });
  asking(of('sampling'), { inputRequests: { capital: sampling } });
  asking(of('list_roots'), { inputRequests: { roots } });
  asking(of('request_state'), { inputRequests: { ok: elicit }, requestState: STATE });
  asking(of('multiple_inputs'), {
    inputRequests: { ok: elicit, capital: sampling, roots },
    requestState: STATE,
  });
  addRounds(server);
  addCapabilityTools(server);
  addSealedState(server);
}

function addRounds(server: McpServer): void {
  server.registerTool(of('multi_round'), { description: 'Asks twice.' }, ({ mcpReq }) => {
    const state = mcpReq.requestState();
    const answers = mcpReq.inputResponses ?? {};
    if (state === 'second' && answers['step2'] !== undefined) return said('Both are known.');
    if (state === 'first' && answers['step1'] !== undefined) {
      const step2 = question('color', 'Step 2: What is your favorite color?');
      return inputRequired({ inputRequests: { step2 }, requestState: 'second' });
    }
    const step1 = question('name', 'Step 1: What is your name?');
    return inputRequired({ inputRequests: { step1 }, requestState: 'first' });
  });
}

function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

function addCapabilityTools(server: McpServer): void {
  server.registerTool(of('capabilities'), { description: 'Asks what it can.' }, (context) => {
    if (context.mcpReq.inputResponses !== undefined) return said('Known.');
    const able = capabilitiesOf(context);
    return inputRequired({
      inputRequests: {
        ...(able.elicitation ? { ok: elicit } : {}),
        ...(able.sampling ? { capital: sampling } : {}),
      },
    });
  });
  // The SDK answers that the client lacks it, where it does.
  server.registerTool('test_missing_capability', { description: 'Needs a model.' }, ({ mcpReq }) =>
    mcpReq.inputResponses === undefined
      ? inputRequired({ inputRequests: { capital: sampling } })
      : said('There is one.'),
  );
}

const secret = randomBytes(32);
const sealed = (state: string) =>
  `${state}.${createHmac('sha256', secret).update(state).digest('hex')}`;

const STATES = new Set([STATE, 'first', 'second', sealed(STATE)]);

/** Throws where a state is none that the tools gave out. */
export function verifyState(state: string): void {
  if (!STATES.has(state)) throw new Error('The state was changed.');
}

function addSealedState(server: McpServer): void {
  server.registerTool(of('tampered_state'), { description: 'Checks.' }, ({ mcpReq }) =>
    mcpReq.requestState() === sealed(STATE)
      ? said('It is the same.')
      : inputRequired({ inputRequests: { ok: elicit }, requestState: sealed(STATE) }),
  );
}
