import {
  adminCredentialFragment,
  licenseFragment,
} from '@aicp/contracts/snapshot/sections/accounts';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import type { z } from 'zod';
import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';

/** What a snapshot says of the license. */
export interface PersistedLicense {
  /** Whether there is a License object. */
  readonly isThere: boolean;
  /** Its token; undefined where its Secret is missing. */
  readonly token: string | undefined;
}

/** Reads the license from each snapshot, and tells of it where it is another than before. */
export class LicenseInSnapshot {
  private readonly reader = new SectionReader();
  private readonly onChange: (license: PersistedLicense) => void;
  private last: PersistedLicense | undefined;

  constructor(onChange: (license: PersistedLicense) => void) {
    this.onChange = onChange;
  }

  /** Takes a snapshot, all or nothing; answers the fragments that can't be read. */
  apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    const errors: FragmentError[] = [];
    const read = <S extends z.ZodType>(section: string, schema: S) =>
      this.reader.read({ snapshot, section, schema, convert: (item) => item, errors });
    const licenses = read('license', licenseFragment);
    const credentials = read('admin_credentials', adminCredentialFragment);
    this.reader.prune();
    if (errors.length > 0) return errors;
    const credential = credentials.find(({ type }) => type === 'license');
    const token = credential?.type === 'license' ? credential.token : undefined;
    const found = { isThere: licenses.length > 0, token };
    const isSame = this.last?.isThere === found.isThere && this.last.token === token;
    this.last = found;
    if (!isSame) this.onChange(found);
    return [];
  }
}
