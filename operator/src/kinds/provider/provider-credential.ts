import { parseJson } from '@aicp/common/json/parse-json';
import type { ProviderSpec } from '@aicp/crds/provider';
import { sendable, type Credential, type SecretRef } from '../kit/credential.ts';

type Members = Readonly<Record<string, unknown>>;

/** A type whose credential may be JSON: what that has to be, in words, and the members without which it is of no use. */
interface JsonForm {
  readonly is: string;
  readonly needs: readonly string[];
}

const JSON_FORMS: Readonly<Partial<Record<ProviderSpec['type'], JsonForm>>> = {
  azure_openai: {
    is: 'an application of Entra ID',
    needs: ['tenantId', 'clientId', 'clientSecret'],
  },
  bedrock: { is: 'keys of AWS', needs: ['accessKeyId', 'secretAccessKey'] },
  vertex: { is: 'the key file of a service account', needs: ['client_email', 'private_key'] },
};

/**
 * A credential as providers of a type take it: an API key, which a header has to carry, or JSON, where the vendor has more to it than a
 * key. `missing` where it is neither; what is said of it holds nothing of its value.
 */
export function providerCredential(
  type: ProviderSpec['type'] | undefined,
  ref: SecretRef,
  credential: Credential,
): Credential {
  const form = type && JSON_FORMS[type];
  if (!form || credential.state !== 'set' || !credential.value.startsWith('{')) {
    return sendable(ref, credential);
  }
  const wrong = whatIsWrong(parseJson(credential.value), form);
  if (wrong === undefined) return credential;
  return { state: 'missing', why: `key "${ref.key}" of Secret "${ref.name}" ${wrong}` };
}

function whatIsWrong(value: unknown, { is, needs }: JsonForm): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return `begins as JSON and is none: write ${is} there, or an API key`;
  }
  const lacking = needs.filter((name) => !isText((value as Members)[name]));
  if (lacking.length === 0) return undefined;
  return `is not ${is}: it lacks ${lacking.join(' and ')}`;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
