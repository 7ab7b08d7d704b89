import { adminCredentialFragment } from '@aicp/contracts/snapshot/sections/accounts';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';

/** The client secrets of organizations' single sign-on, as the snapshot in use has them. */
export class ClientSecrets {
  private readonly reader = new SectionReader();
  private byOrganization: ReadonlyMap<string, string> = new Map();

  /** Takes a snapshot, all or nothing; answers the fragments that can't be read. */
  apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    const errors: FragmentError[] = [];
    const credentials = this.reader.read({
      snapshot,
      section: 'admin_credentials',
      errors,
      schema: adminCredentialFragment,
      convert: (item) => item,
    });
    this.reader.prune();
    if (errors.length > 0) return errors;
    this.byOrganization = new Map(
      credentials
        .filter((one) => one.type === 'sso')
        .map(({ organization, clientSecret }) => [organization, clientSecret]),
    );
    return [];
  }

  /** By metadata.name of the Organization; undefined where it has none. */
  of(organization: string): string | undefined {
    return this.byOrganization.get(organization);
  }
}
