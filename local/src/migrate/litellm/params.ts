import { isPlainAddress } from '../plan/secrets.ts';
import { variableIn, type Part } from '../source/part.ts';

/** What the file and its surroundings say beside the deployments. */
export interface Surroundings {
  /** Variables of the environment, for fields that are no secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `environment_variables` of the file, which LiteLLM sets for itself, over those of its environment. */
  readonly ofFile: Readonly<Record<string, unknown>>;
  /** `credential_values` by `credential_name`. */
  readonly credentials: ReadonlyMap<string, Part>;
  /** `litellm_settings`: the address and the key of deployments that have none of their own. */
  readonly settings: Part;
}

/** What `litellm_settings` says for every deployment. */
const FOR_ALL: ReadonlySet<string> = new Set(['api_base', 'api_key']);

/**
 * The `litellm_params` of a deployment, with those of the credential that it names. What is written and cannot be taken is remembered: without
 * it, nobody knows whom the deployment asks.
 */
export class Params {
  readonly own: Part;
  private readonly shared: Part | undefined;
  private readonly around: Surroundings;
  private hasUntaken = false;

  constructor(own: Part, around: Surroundings) {
    this.own = own;
    this.around = around;
    const name = own.text('litellm_credential_name');
    this.shared = name === undefined ? undefined : around.credentials.get(name);
    if (own.has('litellm_credential_name') && !this.shared) {
      this.untaken('litellm_credential_name', 'names no credential of credential_list');
    }
  }

  /** Whether all that was asked for could be taken, as far as it is written. */
  areTaken(): boolean {
    return !this.hasUntaken;
  }

  /** Says that a field is written and cannot be taken, so that no Provider may be made. */
  untaken(name: string, why: string): void {
    this.hasUntaken = true;
    this.own.lost(`${this.own.said}: no Provider is made of it, since its ${name} ${why}`);
  }

  /** A text as it is written, which may be a secret, or name a variable that holds one. */
  raw(name: string): string | undefined {
    const place = this.placeOf(name);
    const text = place?.text(name);
    if (place && text === undefined) this.untaken(name, 'is no text');
    return text;
  }

  /** The first of several texts that is there. */
  rawOf(...names: readonly string[]): string | undefined {
    // Each is asked for, so that none counts as unread.
    return names.map((name) => this.raw(name)).find((text) => text !== undefined);
  }

  /** A text that is no secret; a variable is looked up, and named where it is not set. */
  plain(name: string): string | undefined {
    return this.resolved(name, this.raw(name));
  }

  /** An address without anything that could be a secret, and without a `/` at its end. */
  address(name: string): string | undefined {
    return this.asAddress(name, this.plain(name));
  }

  /** An address that the file gives by a variable, where no deployment has to name it. */
  addressOfFile(...variables: readonly string[]): string | undefined {
    const name = variables.find((one) => (this.around.ofFile[one] ?? '') !== '');
    if (name === undefined) return undefined;
    const value = this.around.ofFile[name];
    const text = typeof value === 'string' ? this.resolved(name, value) : undefined;
    if (typeof value !== 'string') this.untaken(name, 'is no text');
    return this.asAddress(name, text);
  }

  private placeOf(name: string): Part | undefined {
    const places = [this.own, this.shared, FOR_ALL.has(name) ? this.around.settings : undefined];
    // Each is asked, so that none counts as unread.
    return places.filter((place) => place?.has(name) === true)[0];
  }

  private resolved(name: string, text: string | undefined): string | undefined {
    const variable = text === undefined ? undefined : variableIn(text);
    if (variable === undefined) return text;
    const value = this.around.ofFile[variable] ?? this.around.environment[variable];
    if (typeof value === 'string' && value !== '' && variableIn(value) === undefined) return value;
    this.untaken(name, `stands in ${variable}: set that variable and import again`);
    return undefined;
  }

  private asAddress(name: string, text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    if (isPlainAddress(text)) return text.replace(/\/+$/, '');
    this.untaken(
      name,
      'is no plain address: one holds no name, password, query or fragment, and begins with https:// or http://',
    );
    return undefined;
  }
}
