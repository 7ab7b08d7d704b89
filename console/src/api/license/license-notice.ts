import type { License } from './use-license.ts';

export interface LicenseNotice {
  readonly color: 'blue' | 'yellow' | 'red';
  readonly text: string;
  /** What the link to the license's page is called. */
  readonly action: string;
}

/** Renewal is announced so many days before the end. */
const RENEWAL_DAYS = 14;

/** What there is to say of a license; undefined where all is well. No state of it blocks anything. */
export function licenseNotice(license: License): LicenseNotice | undefined {
  if (!license.present) {
    return { color: 'blue', text: 'No license is active.', action: 'Activate a license' };
  }
  if (!license.valid) {
    return {
      color: 'red',
      text: sentence(license.error ?? 'The license is not valid'),
      action: 'Replace it',
    };
  }
  if (license.expired) {
    const text = sentence(license.error ?? 'The license expired');
    return { color: 'red', text: `${text} Traffic is still served.`, action: 'Renew it' };
  }
  if (license.days_remaining > RENEWAL_DAYS) return undefined;
  return {
    color: 'yellow',
    text: `The license ends ${days(license.days_remaining)}.`,
    action: 'Renew it',
  };
}

function days(count: number): string {
  if (count < 1) return 'within a day';
  return count === 1 ? 'in 1 day' : `in ${count} days`;
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
