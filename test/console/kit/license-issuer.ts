import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueLicense } from '@aicp/local/license/issue-license';
import { TIER_DEFAULTS } from '@aicp/local/license/tier-defaults';
import { writeLicenseKeys } from '@aicp/local/license/write-license-keys';
import type { JWK } from 'jose';

const DAY_MS = 86_400_000;

/** Issues licenses that an installation takes, by a key pair in its data directory. */
export class LicenseIssuer {
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Makes the pair, before the installation starts. Answers what it is to be started with. */
  async prepare(): Promise<Readonly<Record<string, string>>> {
    await writeLicenseKeys({ out: this.directory }, { out: () => undefined });
    return { AICP_LICENSE_KEYS_FILE: join(this.directory, 'license-keys.json') };
  }

  /** A license that ends in so many days; before today where they are less than 0. */
  async endingIn(days: number): Promise<string> {
    const file = join(this.directory, 'license-private-key.json');
    const now = Date.now();
    return await issueLicense(
      {
        ...{ customerId: 'c-1', email: 'it@acme.example', company: 'Acme', tier: 'business' },
        issuedAtMs: now - 10 * DAY_MS,
        expiresAtMs: now + days * DAY_MS,
        features: TIER_DEFAULTS.business.features,
      },
      JSON.parse(readFileSync(file, 'utf8')) as JWK,
    );
  }
}
