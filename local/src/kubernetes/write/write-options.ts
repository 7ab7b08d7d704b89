import type { Json } from '../objects/object.ts';
import { requiredValue, unsupportedValue } from '../objects/field-errors.ts';
import { badRequest, invalidOption } from '../objects/status.ts';

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';
export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions';

/** How a client wants a write to be done. */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** Who owns what is written. */
  readonly manager: string;
  readonly force: boolean;
  /** Tells the client something beside the answer. */
  readonly warn: (message: string) => void;
}

const VALIDATIONS: readonly Json[] = ['', 'Ignore', 'Strict', 'Warn'];

/** The first word of a User-Agent, as the API server names a writer who does not name itself. */
const managerOf = (userAgent: string): string => (userAgent.split('/')[0] ?? '').slice(0, 128);

/** Reads the query of a write. Throws a 422 on a value that does not exist. */
export function parseWriteOptions(options: {
  query: URLSearchParams;
  kind: OptionsKind;
  userAgent: string;
  warn: (message: string) => void;
}): WriteOptions {
  const { query, kind, userAgent, warn } = options;
  const validation = query.get('fieldValidation') ?? '';
  if (!VALIDATIONS.includes(validation)) {
    throw invalidOption(kind, unsupportedValue('fieldValidation', validation, VALIDATIONS));
  }
  return {
    dryRun: parseDryRun(query.getAll('dryRun'), kind),
    fieldValidation: (validation || 'Warn') as FieldValidation,
    manager: query.get('fieldManager') ?? managerOf(userAgent),
    force: query.get('force') === 'true' || query.get('force') === '1',
    warn,
  };
}

/** Whether `values` ask for a dry run; the only value that there is is All. */
export function parseDryRun(values: readonly string[], kind: OptionsKind): boolean {
  if (values.length === 0) return false;
  if (values.some((value) => value !== 'All')) {
    throw invalidOption(kind, unsupportedValue('dryRun', [...values], ['All']));
  }
  return true;
}

/** Server-side apply needs a name for the applier. */
export function requireManager(query: URLSearchParams): string {
  const manager = query.get('fieldManager') ?? '';
  if (manager === '') {
    throw invalidOption(
      'PatchOptions',
      requiredValue('fieldManager', 'is required for apply patch'),
    );
  }
  if (manager.length > 128) throw badRequest('fieldManager may have at most 128 characters');
  return manager;
}
