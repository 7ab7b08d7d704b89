import type { FieldError } from '@aicp/common/errors/problem';
import type { Request } from 'express';
import type { z } from 'zod';
import type { Principal } from '../access/principal.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a handler is given: all of it is checked already. */
export interface RouteContext<P = unknown, Q = unknown, B = unknown> {
  /** Who asks. Reading it on a public route throws: nobody was asked there. */
  readonly principal: Principal;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly requestId: string;
  /** Address of the caller. */
  readonly ip: string | undefined;
  readonly source: 'api' | 'console';
  /** `?dry_run=true`: check everything, answer what would be, store nothing. */
  readonly dryRun: boolean;
  /** The version that the caller saw (`If-Match`); another one is 412. */
  readonly ifMatch: string | undefined;
  /** The body came by PATCH: maps in it are merged key by key, as all else is. */
  readonly isMergePatch?: boolean;
  /** `?wait=true`: answer a written object once its conditions are known. */
  readonly wait?: boolean;
  /** False: nobody reads how many there are on all pages of a list. */
  readonly isCounted?: boolean;
  /** Told of every write, where the request may be sent again: it came with an Idempotency-Key. */
  readonly writes?: WriteGuard;
  /** The text of a body that came as YAML; there is no `body` then, and whoever reads this checks it. */
  readonly yaml?: string;
  /** `Accept` asks for YAML rather than for JSON, of a route that has it. */
  readonly wantsYaml?: boolean;
  readonly request: Request;
}

/** What a handler answers: `body` goes out as JSON, `stream` piece by piece as the content type that the route declares. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly stream?: AsyncIterable<string>;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/** One status that a route may answer with, for the OpenAPI document. */
export interface AnswerDeclaration {
  readonly description: string;
  /** Absent: no body. A schema of `documented` where only JSON Schema is at hand. */
  readonly schema?: z.ZodType;
  /** Other than application/json. */
  readonly contentType?: string;
  /** Content types that it may have instead, if asked for. Each is a text. */
  readonly otherTypes?: readonly string[];
  /** A list that may be had as CSV too, by Accept. */
  readonly isCsvToo?: true;
  /** Names of headers, and what they say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** An object with its conditions: whoever writes it may wait for these. */
  readonly isObject?: true;
  readonly example?: unknown;
}

/**
 * A route. Everything that is true of all routes comes from this: permission check, validation, dry run, If-Match, errors, OpenAPI, and the
 * tests that walk all of them.
 */
export interface RouteDefinition<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends string = string,
> {
  readonly method: Method;
  /** As OpenAPI writes it: `/api/v1/teams/{id}`. */
  readonly path: string;
  /** Unique: `listTeams`. */
  readonly operationId: string;
  /** A few words. */
  readonly summary: string;
  readonly description?: string;
  /** Heading in the documentation: `Teams`. */
  readonly tag: string;
  /** Who may: holders of a permission, whoever has a token, or everyone. */
  readonly permission: R | 'authenticated' | 'public';
  /** Of the path; without it, each is a text. */
  readonly parameters?: P;
  readonly query?: Q;
  /** Absent: the route takes no body. */
  readonly body?: B;
  readonly bodyExample?: unknown;
  /** The body of a POST or PUT may be YAML instead: the handler is given its text as `yaml`. */
  readonly takesYaml?: true;
  /** What else is wrong with a body that its schema refuses, which only the service knows: so that all is said at once. */
  readonly alsoWrong?: (body: unknown) => readonly FieldError[];
  /** How many bytes its body may have, where that is not what its permission says: little for whoever is not known yet. */
  readonly bodyBytes?: number;
  /** By status. The errors that every route may answer need no mention. */
  readonly answers: Readonly<Record<number, AnswerDeclaration>>;
  /** Statuses of errors that this route answers beyond those of every route. */
  readonly errors?: readonly number[];
  /** Checked before any of the body is read, where nobody is asked who it is. Rejects with a Problem. */
  readonly beforeBody?: (context: Pick<RouteContext, 'ip' | 'request'>) => Promise<void>;
  /** Of lists: names of the only fields that a reader is answered; undefined: all. */
  readonly fieldsFor?: (reader: Principal) => readonly string[] | undefined;
  /** A write that can't be only tried: `dry_run=true` is refused. */
  readonly dryRun?: false;
  /** A POST that changes nothing: it is as good to run it again, so that nothing of it or its answer is remembered for its Idempotency-Key. */
  readonly changesNothing?: true;
  readonly handler: (
    context: RouteContext<z.output<P>, z.output<Q>, z.output<B>>,
  ) => Promise<Answer>;
}

/** Any route, its schemas' types forgotten. */
export interface Route extends Omit<RouteDefinition, 'handler'> {
  readonly handler: (context: RouteContext) => Promise<Answer>;
}

/** How routes are declared in a service whose permissions are `R`; the handler's types come from the schemas. */
export const declaringRoutes =
  <R extends string>() =>
  <
    P extends z.ZodType = z.ZodType<Record<string, string>>,
    Q extends z.ZodType = z.ZodType<Record<string, never>>,
    B extends z.ZodType = z.ZodType<undefined>,
  >(
    definition: RouteDefinition<P, Q, B, R>,
  ): Route =>
    definition as unknown as Route;

/** Declares a route whose permission, where it needs one, is any `resource:verb`. */
export const defineRoute = declaringRoutes<`${string}:${string}`>();

/** Whether a route changes something. */
export const isWrite = (route: Pick<Route, 'method'>): boolean => route.method !== 'get';

/** Whether a route writes an object and answers it with its conditions: there is something to wait for. */
export const canWait = (route: Pick<Route, 'method' | 'answers'>): boolean =>
  isWrite(route) && Object.values(route.answers).some(({ isObject }) => isObject === true);

/** Content types that a route's body may have. */
export const bodyTypesOf = ({
  method,
  takesYaml,
}: Pick<Route, 'method' | 'takesYaml'>): readonly string[] => {
  if (method === 'patch') return PATCH_TYPES;
  return takesYaml ? [...BODY_TYPES, YAML_TYPE] : BODY_TYPES;
};

/** RFC 9512. */
export const YAML_TYPE = 'application/yaml';

/** Whether a route answers YAML where that is asked for. */
export const hasYaml = ({ answers }: Pick<Route, 'answers'>): boolean =>
  Object.values(answers).some(({ otherTypes = [] }) => otherTypes.includes(YAML_TYPE));

const BODY_TYPES = ['application/json'];
/** RFC 7396, and what clients send that know no type but one. */
const PATCH_TYPES = ['application/merge-patch+json', 'application/json'];

/** Names of the parameters in a path. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);

/** Told of every write that a request makes, so that no write is made twice where the request is sent again. */
export interface WriteGuard {
  /** Before a write. What it rejects with keeps that write from being made. */
  begin(): Promise<void>;
  /** The write that was begun last has changed nothing. */
  refused(): void;
}
