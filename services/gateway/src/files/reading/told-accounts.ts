import type { Place } from '../asking/places.ts';
import { pageOf, type Listed, type ListPage } from './list-page.ts';

/**
 * Accounts whose files a list has told. Two credentials are of one account where their lists begin with the same file, by the id that the provider gave it: that is
 * the same for all who share an account, and no other file has it.
 */
export class ToldAccounts {
  private readonly listed: Listed;
  /** Places that earlier pages of the list have told, and that were not asked how they begin. */
  private unasked: readonly Place[];
  private readonly begins = new Set<unknown>();

  constructor(listed: Listed, told: readonly Place[]) {
    this.listed = listed;
    this.unasked = told;
  }

  /** Whether the list that begins with this page is of an account that was told; where it is not, it is from now on. */
  async has({ files }: ListPage): Promise<boolean> {
    const first = files[0]?.['id'];
    if (first === undefined) return false;
    await this.askUnasked();
    if (this.begins.has(first)) return true;
    this.begins.add(first);
    return false;
  }

  /** One that does not answer now is not known: what is told twice is better than what is not told. */
  private async askUnasked(): Promise<void> {
    const places = this.unasked;
    this.unasked = [];
    for (const place of places) {
      const page = await pageOf(this.listed, place, { limit: 1, after: undefined });
      const first = 'files' in page ? page.files[0]?.['id'] : undefined;
      if (first !== undefined) this.begins.add(first);
    }
  }
}
