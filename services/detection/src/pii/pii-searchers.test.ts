import { PII_ENTITIES } from '@aicp/contracts/guardrails/entities';
import { describe, expect, it } from 'vitest';
import { detectorsOf } from '../kernel/text-scan.ts';
import { entityNames, piiSearchers } from './pii-searchers.ts';

const detectors = detectorsOf(piiSearchers({ id: 'pii', type: 'pii', action: 'redact' }));
const labels = (text: string): string[] => detectors.scan(text).map(({ label }) => label);

describe('numbers of people', () => {
  it('are those that specs may name', () => {
    expect([...entityNames].sort()).toEqual([...PII_ENTITIES].sort());
  });

  it.each([
    ['CREDIT_CARD', '378282246310005'],
    ['CREDIT_CARD', 'my card (4111 1111 1111 1111)'],
    ['BR_CPF', 'O CPF (529.982.247-25)'],
    ['CREDIT_CARD', '3782 822463 10005'],
    ['IBAN_CODE', 'DE89 3704 0044 0532 0130 00 and'],
    ['IBAN_CODE', 'GB82WEST12345698765432'],
    ['CRYPTO', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['CRYPTO', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['CRYPTO', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['US_SSN', '856-45-6789'],
    ['US_SSN', 'my ssn is 856456789'],
    ['US_ITIN', '912-70-1234'],
    ['US_NPI', 'NPI 1234567893'],
    ['UK_NHS', '943 476 5919'],
    ['UK_NINO', 'AB 12 34 56 C'],
    ['AU_ABN', '51 824 753 556'],
    ['AU_ACN', 'ACN 004 085 616'],
    ['AU_TFN', 'TFN: 876 543 210'],
    ['AU_MEDICARE', '2123 45670 1'],
    ['IN_AADHAAR', '2345 6789 0124'],
    ['IN_PAN', 'ABCPE1234F'],
    ['CA_SIN', '046 454 286'],
    ['SG_NRIC_FIN', 'S1234567D'],
    ['ZA_ID_NUMBER', 'ID 8001015009087'],
    ['ES_NIF', '12345678Z'],
    ['ES_NIE', 'X1234567L'],
    ['IT_FISCAL_CODE', 'RSSMRA85T10A562S'],
    ['IT_VAT_CODE', 'partita IVA 00743110157'],
    ['PL_PESEL', 'PESEL 44051401359'],
    ['SE_PERSONNUMMER', '811218-9876'],
    ['DE_TAX_ID', 'Steuer-ID 86095742719'],
    ['FR_NIR', '2 55 08 14 168 025 38'],
    ['NL_BSN', 'BSN 111222333'],
    ['BE_NATIONAL_NUMBER', '85.07.30-033.28'],
    ['CH_AHV', '756.9217.0769.85'],
    ['NO_FODSELSNUMMER', 'personnummer 01129910042'],
    ['FI_PERSONAL_IDENTITY_CODE', '131052-308T'],
    ['BR_CPF', '529.982.247-25'],
    ['BR_CNPJ', '11.222.333/0001-81'],
    ['CN_ID_NUMBER', '11010519491231002X'],
    ['TR_ID_NUMBER', 'kimlik 10000000146'],
    ['IP_ADDRESS', 'from 203.0.113.9, and'],
    ['IP_ADDRESS', '10.0.0.0/8'],
    ['IP_ADDRESS', '2001:db8::1'],
    ['MAC_ADDRESS', 'aa:bb:cc:00:11:22'],
    ['PHONE_NUMBER', '+49 30 901820'],
    ['PHONE_NUMBER', '(415) 555-2671'],
    ['PHONE_NUMBER', 'call me at 030 901820'],
    ['AU_TFN', 'TFN 876-543-210'],
    ['AU_TFN', 'the tax file number (876 543 210)'],
    ['AU_MEDICARE', '2123-45670-1'],
    ['ES_NIE', 'X-1234567-L'],
    ['AU_ABN', '51\u00a0824\u202f753\u00a0556'],
    ['DE_TAX_ID', 'Steuer-ID 86\u00a0095\u00a0742\u00a0719'],
    ['ES_NIF', '12345678\u2011Z'],
    ['UK_NHS', '9434765919 as her NHS number'],
    ['US_SSN', 'to call: her SSN (856-45-6789)'],
    ['IT_FISCAL_CODE', 'rssmra85t10a562s'],
    ['IT_FISCAL_CODE', 'RSS MRA 85T10 A562S'],
    ['NL_BSN', 'BSN 111 222 333'],
    ['IN_AADHAAR', 'आधार: 234567890124'],
    ['SE_PERSONNUMMER', 'Pers.nr 8112189876'],
    ['MAC_ADDRESS', 'ce61.4333.5a14'],
    ['EMAIL_ADDRESS', 'mailto:jo.doe+x@example.co.uk.'],
  ])('finds %s in %s', (label, text) => {
    expect(labels(`It says ${text} here.`)).toContain(label);
    expect(labels(text)).toContain(label);
  });

  it.each([
    '2026-11-27 09:14:55',
    '27.11.2026',
    'version 10.0.19.1',
    '550e8400-e29b-41d4-a716-446655440000',
    'order 1234567890',
    '3.14159265358979',
    'https://example.com/2026/11/27/4111111111111111',
    '4111 1111 1111 1112',
    'at 12:30:45, 1,000,000.00 of it',
    'v1.22.333.4444',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'DE89 3704 0044 0532 0130 01',
    '999-45-6789',
    'image@sha256:abc, react@18.2.0',
    'ISBN 978-3-16-148410-0',
    'card batch 4005 8110 6962 8610',
    'openssl 35.0.35 / curl 13.40.32.36',
    'section 36.3.13.17 of the standard',
    'for lot 44051401359',
    'Summary of the call: 37221914',
    'on 13. 6. 2027',
    'about 1.486525118',
  ])('finds nothing in %s', (text) => {
    expect(labels(`It says ${text} here.`)).toEqual([]);
  });
});
