import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Field names whose values never reach a log, at the top of an entry and one level down. */
const SECRET_FIELDS = [
  'authorization',
  'apiKey',
  'api_key',
  'token',
  'access_token',
  'secret',
  'password',
  'key',
  'license_key',
];

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * A structured logger: one JSON line an entry, `log.info({ fields }, 'event_name')`. Levels: error = someone must act, warn = degraded,
 * info = life-cycle, debug = per request.
 */
export function createLogger(options: {
  service: string;
  level: LogLevel;
  destination?: DestinationStream;
}): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service },
    messageKey: 'event',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
      censor: '[redacted]',
    },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
