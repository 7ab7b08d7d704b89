import type { BadRequest, RequestAddress } from './protocol.ts';

/** Addresses as the clients of Azure have them: those of version 1, and those that name a deployment, which is a model here. */
export interface Deployments {
  /** Paths of Express. */
  readonly paths: readonly string[];
  /** Those that nothing is encoded in, with the version of Azure's API, which is not looked at. */
  readonly plainTargets: RegExp;
  /** What an address says; undefined where its name of a model cannot be read. */
  readonly addressOf: (url: string) => RequestAddress | undefined;
}

/** Where the clients of Azure ask for what names no deployment in its address: those of version 1, and those of a dated version. */
export const azurePaths = (path: string): string[] => [`/openai${path}`, `/openai/v1${path}`];

/** `path`: what is asked for, as OpenAI has it below its version: `/chat/completions`. */
export function deploymentsOf(path: string): Deployments {
  const plainTargets = new RegExp(
    String.raw`^/openai/(?:v1|deployments/[\w.-]+)${path}(?:\?api-version=[\w.-]+)?$`,
  );
  const deployment = new RegExp(String.raw`^/openai/deployments/([^/?]+)${path}(?:\?|$)`);
  return {
    paths: [`/openai/v1${path}`, `/openai/deployments/:deployment${path}`],
    plainTargets,
    addressOf(url) {
      const [, name] = deployment.exec(url) ?? [];
      return name === undefined ? {} : named(name);
    },
  };
}

function named(encoded: string): RequestAddress | undefined {
  try {
    return { model: decodeURIComponent(encoded) };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

type Named = { readonly model: string | undefined };

/**
 * What is read of a request whose address may name a deployment: that is its model, as at Azure, whatever the body names. Clients name there what they like,
 * LangChain's a model that nobody asked for. No provider reads it: `bodyFor` writes the name anew where the address has one.
 */
export const ofDeployment = <Facts extends Named>(
  facts: Facts,
  { model }: RequestAddress = {},
): Facts => (model === undefined || facts.model === model ? facts : { ...facts, model });

/** The same where the body has to name the model of the address, or none, as Google wants it. */
export function atAddress<Facts extends Named>(
  facts: Facts,
  address: RequestAddress = {},
): Facts | BadRequest {
  const { model } = address;
  if (model === undefined || facts.model === undefined || facts.model === model)
    return ofDeployment(facts, address);
  const message = `The body names the model ${facts.model}, and the address the model ${model}: name the same, or leave model out.`;
  return { message, param: 'model' };
}
