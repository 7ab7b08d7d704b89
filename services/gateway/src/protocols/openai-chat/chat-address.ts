import type { BadRequest, RequestAddress } from '../protocol.ts';
import type { ChatFacts } from './chat-request.ts';

/** Where chat completions are asked for: as OpenAI has it, and as the clients of Azure do. */
export const CHAT_PATHS = [
  '/v1/chat/completions',
  '/chat/completions',
  '/openai/v1/chat/completions',
  '/openai/deployments/:deployment/chat/completions',
] as const;

/** The same by Azure's clients, with the version of Azure's API that they name, which is not looked at. */
export const PLAIN_TARGETS =
  /^\/openai\/(?:v1|deployments\/[\w.-]+)\/chat\/completions(?:\?api-version=[\w.-]+)?$/;

const DEPLOYMENT = /^\/openai\/deployments\/([^/?]+)\/chat\/completions(?:\?|$)/;

/** What the address of a request says: where it names a deployment, that is the model. Undefined where its name cannot be read. */
export function chatAddressOf(url: string): RequestAddress | undefined {
  const [, name] = DEPLOYMENT.exec(url) ?? [];
  if (name === undefined) return {};
  try {
    return { model: decodeURIComponent(name) };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** What is read of a request whose address may name the model: the body may name the same, or none. */
export function atAddress(
  facts: ChatFacts,
  { model }: RequestAddress = {},
): ChatFacts | BadRequest {
  if (model === undefined || facts.model === model) return facts;
  if (facts.model === undefined) return { ...facts, model };
  const message = `The body names the model ${facts.model}, and the address the deployment ${model}: name the same, or leave model out.`;
  return { message, param: 'model' };
}
