import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Where a browser is that journeys can run in; undefined where there is none. AICP_REQUIRE_CHROMIUM=1 makes that an error. */
export function findChromium(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folders = (environment['PATH'] ?? '').split(delimiter);
  const found = folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isProgram);
  if (found === undefined && environment['AICP_REQUIRE_CHROMIUM'] === '1') {
    throw new Error(`None of ${NAMES.join(', ')} is on the PATH, and AICP_REQUIRE_CHROMIUM is set`);
  }
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
