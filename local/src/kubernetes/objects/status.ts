import type { JsonObject } from './object.ts';

/** A field that is wrong, as the API server words it: `message` begins with what kind of wrong it is. */
export interface FieldError {
  readonly reason:
    | 'FieldValueInvalid'
    | 'FieldValueRequired'
    | 'FieldValueNotSupported'
    | 'FieldValueTypeInvalid'
    | 'FieldValueTooLong'
    | 'FieldValueTooMany'
    | 'FieldValueForbidden'
    | 'FieldValueDuplicate';
  readonly field: string;
  readonly message: string;
}

export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

/** An answer that is an error, as a Kubernetes Status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly reason: string;
  readonly details: StatusDetails | undefined;

  constructor(code: number, reason: string, message: string, details?: StatusDetails) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  /** The Status object that the client reads. */
  toStatus(): JsonObject {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: this.message,
      ...(this.reason ? { reason: this.reason } : {}),
      ...(this.details ? { details: structuredClone(this.details) as JsonObject } : {}),
      code: this.code,
    };
  }
}

/** The names by which errors speak of a resource. */
export interface ResourceNames {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
}

const qualified = (word: string, group: string): string => (group ? `${word}.${group}` : word);

/** An error about one object; `say` words it around `routingpolicies.aicp.dev "name"`. */
function aboutObject(
  [code, reason]: readonly [number, string],
  { group, plural }: ResourceNames,
  name: string,
  say: (object: string) => string,
): ApiError {
  const details = { ...(name ? { name } : {}), ...(group ? { group } : {}), kind: plural };
  return new ApiError(code, reason, say(`${qualified(plural, group)} "${name}"`), details);
}

export const notFound = (resource: ResourceNames, name: string): ApiError =>
  aboutObject([404, 'NotFound'], resource, name, (object) => `${object} not found`);

export const alreadyExists = (resource: ResourceNames, name: string): ApiError =>
  aboutObject([409, 'AlreadyExists'], resource, name, (object) => `${object} already exists`);

export const forbidden = (resource: ResourceNames, name: string, why: string): ApiError =>
  aboutObject([403, 'Forbidden'], resource, name, (object) => `${object} is forbidden: ${why}`);

/** Someone else wrote first, or a precondition does not hold. */
export function conflict(
  resource: ResourceNames,
  name: string,
  why = 'the object has been modified; please apply your changes to the latest version and try again',
): ApiError {
  const say = (object: string): string => `Operation cannot be fulfilled on ${object}: ${why}`;
  return aboutObject([409, 'Conflict'], resource, name, say);
}

export const badRequest = (message: string): ApiError => new ApiError(400, 'BadRequest', message);

/** 422 with every field that is wrong; `kind` is what the message calls the object. */
export function invalid(
  kind: string,
  group: string,
  name: string,
  errors: readonly FieldError[],
): ApiError {
  const texts = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))];
  const text = texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
  return new ApiError(422, 'Invalid', `${qualified(kind, group)} "${name}" is invalid: ${text}`, {
    ...(name ? { name } : {}),
    ...(group ? { group } : {}),
    ...(kind ? { kind } : {}),
    causes: errors.map(({ reason, message, field }) => ({ reason, message, field })),
  });
}

/** 422 for a query parameter, as the API server words it (`CreateOptions`, `ListOptions` …). */
export function invalidOption(kind: string, error: FieldError): ApiError {
  return invalid(kind, 'meta.k8s.io', '', [error]);
}

export function methodNotAllowed(): ApiError {
  return new ApiError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  );
}

export function unsupportedMediaType(accepted: readonly string[]): ApiError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new ApiError(415, 'UnsupportedMediaType', message);
}

/** The requested resourceVersion has not been reached. */
export function tooLargeResourceVersion(requested: number, current: number): ApiError {
  const message = `Timeout: Too large resource version: ${requested}, current: ${current}`;
  return new ApiError(504, 'Timeout', message, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}
