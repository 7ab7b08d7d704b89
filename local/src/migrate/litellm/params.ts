import { isPlainAddress } from '../plan/secrets.ts';
import { variableIn, type Part } from '../source/part.ts';

/** What the file and its surroundings say beside the deployments. */
export interface Surroundings {
  /** Variables of the environment, for fields that are no secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `credential_values` by `credential_name`. */
  readonly credentials: ReadonlyMap<string, Part>;
}

/** The `litellm_params` of a deployment, with those of the credential that it names. */
export class Params {
  readonly own: Part;
  private readonly shared: Part | undefined;
  private readonly environment: Surroundings['environment'];

  constructor(own: Part, { environment, credentials }: Surroundings) {
    this.own = own;
    this.environment = environment;
    const name = own.text('litellm_credential_name');
    this.shared = name === undefined ? undefined : credentials.get(name);
    if (name !== undefined && !this.shared) {
      own.lost('litellm_credential_name names no credential of credential_list');
    }
  }

  /** A text as it is written, which may be a secret, or name a variable that holds one. */
  raw(name: string): string | undefined {
    return this.own.text(name) ?? this.shared?.text(name);
  }

  /** The first of several texts that is there. */
  rawOf(...names: readonly string[]): string | undefined {
    // Each is asked for, so that none counts as unread.
    return names.map((name) => this.raw(name)).find((text) => text !== undefined);
  }

  /** A text that is no secret; a variable is looked up, and named where it is not set. */
  plain(name: string): string | undefined {
    const text = this.raw(name);
    const variable = text === undefined ? undefined : variableIn(text);
    if (variable === undefined) return text;
    const value = this.environment[variable];
    if (value !== undefined && value !== '') return value;
    this.own.lost(`${name} stands in ${variable}: set that variable and import again`);
    return undefined;
  }

  /** An address without anything that could be a secret, and without a `/` at its end. */
  address(name: string): string | undefined {
    const text = this.plain(name);
    if (text === undefined) return undefined;
    if (isPlainAddress(text)) return text.replace(/\/+$/, '');
    this.own.lost(
      `${name} is not taken: an address may hold no name, password, query or fragment, and begins with https:// or http://`,
    );
    return undefined;
  }
}
