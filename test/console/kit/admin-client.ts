import { until } from '../../kubernetes/control-plane/until.ts';

/** The admin API, as a program with a key uses it. */
export class AdminClient {
  private readonly url: string;
  private readonly key: string;
  private token: string;

  private constructor({ url, key, token }: { url: string; key: string; token: string }) {
    this.url = url;
    this.key = key;
    this.token = token;
  }

  /** Signs in with an API key. */
  static async signedIn(url: string, key: string): Promise<AdminClient> {
    return new AdminClient({ url, key, token: await AdminClient.tokenFor(url, key) });
  }

  private static async tokenFor(url: string, key: string): Promise<string> {
    const response = await fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: key }),
    });
    if (!response.ok) throw new Error(`not signed in: ${response.status}`);
    const { access_token: token } = (await response.json()) as { readonly access_token: string };
    return token;
  }

  /** Signs in as soon as the service takes a key: it learns of one, and of its end, shortly after it was written. */
  static async signedInOnceTaken(url: string, key: string): Promise<AdminClient> {
    const signIn = () => AdminClient.signedIn(url, key);
    return await until(signIn, { what: 'the key is taken', everyMs: 500 });
  }

  /** The status of the answer to a request, be it refused or not. */
  async status(method: string, path: string, body?: unknown): Promise<number> {
    const response = await this.ask(method, path, body);
    await response.arrayBuffer();
    return response.status;
  }

  /** What is answered to a request. Rejects where it is refused. */
  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.ask(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** On a busy machine the tests take longer than a token lasts: one that is past its end is replaced. */
  private async ask(method: string, path: string, body: unknown): Promise<Response> {
    const response = await this.send(method, path, body);
    if (response.status !== 401) return response;
    await response.arrayBuffer();
    this.token = await AdminClient.tokenFor(this.url, this.key);
    return await this.send(method, path, body);
  }

  private async send(method: string, path: string, body: unknown): Promise<Response> {
    return await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  }
}
