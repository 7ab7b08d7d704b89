/** A field of a request that the API refused, and why. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
  /** Of a body in YAML, from 1. */
  readonly line?: number;
}

/** What the API says where it refuses (RFC 9457), or where there was no answer (`status` 0). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly title: string;
  /** The request's id, to find it in logs; undefined where no answer came. */
  readonly requestId: string | undefined;
  readonly fields: readonly FieldProblem[];
  /** Everything that the answer holds: `dependents`, `yaml` and the like. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The provider that was asked, where a gateway asked one. */
  readonly provider: string | undefined;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    more: { readonly cause?: unknown; readonly provider?: string | null } = {},
  ) {
    const detail = textOf(body['detail']) ?? textOf(body['title']);
    super(detail ?? `The service answered with status ${status}.`, { cause: more.cause });
    this.status = status;
    this.provider = textOf(more.provider);
    this.title = textOf(body['title']) ?? 'Not done';
    this.requestId = textOf(body['instance']);
    this.fields = Array.isArray(body['errors']) ? (body['errors'] as FieldProblem[]) : [];
    this.body = body;
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** No answer came: the service is down, or the network is. */
export const noAnswer = (cause: unknown): ApiProblem =>
  new ApiProblem(0, { title: 'No answer', detail: 'The service does not answer.' }, { cause });

/** Nothing is asked for whoever's session has ended, until they sign in again. */
export const sessionEnded = (): ApiProblem =>
  new ApiProblem(401, { title: 'Your session has ended', detail: 'Sign in again to go on.' });

/** The problem that an answer holds, whatever its form. */
export async function problemIn(response: Response): Promise<ApiProblem> {
  const text = await response.text();
  const provider = response.headers.get('x-aicp-provider');
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) {
      return new ApiProblem(response.status, body as Record<string, unknown>, { provider });
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return new ApiProblem(response.status, {
    title: response.statusText,
    detail: `The service answered with status ${response.status}.`,
  });
}

/** Whether asking again may help: no answer came, or the service said that it is away for now. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 503);

/** What an error says to people. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.message : 'Something went wrong in the console. Try again.';
