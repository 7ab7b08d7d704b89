import type { RunningTelemetry, TelemetryDeps } from './settings/running-telemetry.ts';
import type { TelemetrySettings } from './settings/telemetry-settings.ts';

/**
 * Begins to tell of requests. The libraries for it are loaded here and nowhere else: who does not ask for them has none of their memory.
 * Where it cannot begin, the log says so, and requests are served all the same.
 */
export async function startTelemetry(
  settings: TelemetrySettings | undefined,
  deps: TelemetryDeps,
): Promise<RunningTelemetry | undefined> {
  if (!settings) return undefined;
  try {
    const { OpenTelemetry } = await import('./sdk/open-telemetry.ts');
    return await OpenTelemetry.start(settings, deps);
  } catch (error) {
    deps.log.warn({ err: error }, 'telemetry_off');
    return undefined;
  }
}
