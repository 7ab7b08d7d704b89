import type { License } from './license.ts';

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
      text: license.error ?? 'The license is not valid.',
      action: 'Replace it',
    };
  }
  if (license.expired) {
    const text = license.error ?? 'The license expired';
    return { color: 'red', text: `${text}. Traffic is still served.`, action: 'Renew it' };
  }
  if (license.days_remaining > RENEWAL_DAYS) return undefined;
  return {
    color: 'yellow',
    text: `The license ends in ${days(license.days_remaining)}.`,
    action: 'Renew it',
  };
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);
