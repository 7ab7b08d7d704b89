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

  /** Sends a request. Text that is no JSON is answered as text, an empty body as undefined. */
  async call<T>(method: string, path: string, options: CallOptions = {}): Promise<AdminAnswer<T>> {
    const { body, headers } = options;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : text || undefined;
    return { status: response.status, body: parsed as T, headers: response.headers };
  }
}
