/** What the admin API answered. */
export interface AdminAnswer<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Texts are sent as they are where their type is said to be another one. */
const textOf = (body: unknown, headers: CallOptions['headers']): string =>
  typeof body === 'string' && headers?.['content-type'] === 'application/yaml'
    ? body
    : JSON.stringify(body);

/** Calls the admin API as somebody. */
export class AdminClient {
  readonly url: string;
  token: string | undefined;

  constructor(url: string) {
    this.url = url;
  }

  /** Signs in; the status that this was answered with. */
  async login(key: string): Promise<number> {
    const answer = await this.post<{ access_token?: string }>('/auth/login', { api_key: key });
    this.token = answer.body.access_token ?? this.token;
    return answer.status;
  }

  get<T = Record<string, unknown>>(path: string, options: CallOptions = {}) {
    return this.call<T>('GET', path, options);
  }

  post<T = Record<string, unknown>>(path: string, body?: unknown, options: CallOptions = {}) {
    return this.call<T>('POST', path, { ...options, body });
  }

  put<T = Record<string, unknown>>(path: string, body?: unknown, options: CallOptions = {}) {
    return this.call<T>('PUT', path, { ...options, body });
  }

  patch<T = Record<string, unknown>>(path: string, body?: unknown, options: CallOptions = {}) {
    const headers = { 'content-type': 'application/merge-patch+json', ...options.headers };
    return this.call<T>('PATCH', path, { ...options, headers, body });
  }

  delete<T = Record<string, unknown>>(path: string, options: CallOptions = {}) {
    return this.call<T>('DELETE', path, options);
  }

  /** Sends a request; its body as JSON, but for YAML. Text that is no JSON is answered as text, an empty body as undefined. */
  async call<T>(method: string, path: string, options: CallOptions = {}): Promise<AdminAnswer<T>> {
    const { body, headers } = options;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: textOf(body, headers) }),
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : text || undefined;
    return { status: response.status, body: parsed as T, headers: response.headers };
  }
}

/** What a browser does for signing in: keeps cookies by host, says where a request is from, follows redirects one at a time. */
export class Browser {
  private readonly jar = new Map<string, Map<string, string>>();

  /** Loads an address, without following where it leads. */
  async open(url: string | URL): Promise<Response> {
    return await this.send(new URL(url), { method: 'GET' });
  }

  /** Asks as a script on a page of that origin does. */
  async post(
    url: string,
    options: { from?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const { from = new URL(url).origin, body, headers = {} } = options;
    const isOwn = from === new URL(url).origin;
    return await this.send(new URL(url), {
      method: 'POST',
      headers: {
        origin: from,
        'sec-fetch-site': isOwn ? 'same-origin' : 'cross-site',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Follows redirects from an answer until one leads to an address that starts so, and answers that address. */
  async followUntil(answer: Response, start: string): Promise<URL> {
    let next = whereTo(answer);
    for (let steps = 0; !next.href.startsWith(start); steps += 1) {
      if (steps > 10) throw new Error(`it leads nowhere: ${next.href}`);
      next = whereTo(await this.open(next));
    }
    return next;
  }

  cookie(url: string, name: string): string | undefined {
    return this.jar.get(new URL(url).host)?.get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    this.cookiesOf(new URL(url)).set(name, value);
  }

  private async send(url: URL, init: RequestInit): Promise<Response> {
    const cookies = this.cookiesOf(url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '' || /max-age=0(;|$)/i.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  private cookiesOf({ host }: URL): Map<string, string> {
    const known = this.jar.get(host) ?? new Map<string, string>();
    this.jar.set(host, known);
    return known;
  }
}

function whereTo(answer: Response): URL {
  const location = answer.headers.get('location');
  if (location === null)
    throw new Error(`${answer.url} answers ${answer.status} and leads nowhere`);
  return new URL(location, answer.url);
}
