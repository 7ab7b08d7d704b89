import { adminApi, type AdminApi } from '@aicp/admin/client/admin-api';
import { ApiProblem, noAnswer, problemIn, sessionEnded } from './problem.ts';
import type { Session } from './session.ts';

export interface ApiParts {
  /** Where the admin service is, with a slash at the end. */
  readonly baseUrl: string;
  readonly session: Session;
  readonly fetch: typeof fetch;
}

/** Of a parameter; several texts are several parameters of the name. */
export type QueryValue = string | number | boolean | readonly string[] | undefined;

/** How a request is sent whose path is only known at run time. */
export interface RawRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Undefined and empty values are left out. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON, unless it is a text. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The admin API, as the console asks it: with the session's token, which is fetched anew where it is refused. */
export class Api {
  /** Typed by the API's OpenAPI document. Answers that are no success come as `error`; `answered` makes them exceptions. */
  readonly typed: AdminApi;
  private readonly parts: ApiParts;

  constructor(parts: ApiParts) {
    this.parts = parts;
    this.typed = adminApi({
      baseUrl: parts.baseUrl.replace(/\/$/, ''),
      token: () => undefined,
      fetch: (request) => this.send(request),
    });
  }

  /** Sends a request below the service's address (`/api/v1/teams`). Rejects with an ApiProblem where it is refused or not answered. */
  async request(path: string, options: RawRequest = {}): Promise<Response> {
    const response = await this.send(this.toRequest(path, options));
    if (!response.ok) throw await problemIn(response);
    return response;
  }

  /** As `request`, and reads the answer as JSON; undefined where it has no body. */
  async json<T>(path: string, options: RawRequest = {}): Promise<T> {
    const response = await this.request(path, options);
    if (response.status === 204) return undefined as T;
    return (await response.json()) as T;
  }

  private toRequest(path: string, options: RawRequest): Request {
    const { method = 'GET', query = {}, body, headers = {}, signal } = options;
    const url = new URL(path.replace(/^\//, ''), this.parts.baseUrl);
    addQuery(url, query);
    const isText = typeof body === 'string';
    return new Request(url, {
      method,
      headers: {
        'X-AICP-Client': 'console',
        ...(body === undefined || isText ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: bodyOf(body),
      signal: signal ?? null,
    });
  }

  private async send(request: Request): Promise<Response> {
    const { session } = this.parts;
    const again = request.clone();
    const token = await session.accessToken();
    if (session.state.status === 'expired') throw sessionEnded();
    const response = await this.sendWith(request, token);
    if (response.status !== 401 || !(await session.replace(token))) return response;
    return await this.sendWith(again, await session.accessToken());
  }

  private async sendWith(request: Request, token: string | undefined): Promise<Response> {
    if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
    try {
      return await this.parts.fetch(request);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw noAnswer(error);
    }
  }
}

/** What an answer of the typed client holds. Throws an ApiProblem where it is an error. */
export function answered<T>(answer: {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}): T {
  if (answer.error !== undefined) {
    throw new ApiProblem(answer.response.status, answer.error as Record<string, unknown>);
  }
  return answer.data as T;
}

function bodyOf(body: unknown): string | null {
  if (body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function addQuery(url: URL, query: NonNullable<RawRequest['query']>): void {
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== '') url.searchParams.append(name, String(one));
    }
  }
}
