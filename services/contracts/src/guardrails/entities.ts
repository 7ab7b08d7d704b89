/**
 * The kinds of personal data that detectors find, named as Presidio names them. The one list: specs are checked against it, detection has a
 * recogniser for each of it, and the pages name it.
 */
export const PII_ENTITIES = [
  'CREDIT_CARD',
  'IBAN_CODE',
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'IP_ADDRESS',
  'MAC_ADDRESS',
  'CRYPTO',
  'US_SSN',
  'US_ITIN',
  'US_NPI',
  'UK_NHS',
  'UK_NINO',
  'ES_NIF',
  'ES_NIE',
  'IT_FISCAL_CODE',
  'IT_VAT_CODE',
  'PL_PESEL',
  'AU_ABN',
  'AU_ACN',
  'AU_TFN',
  'AU_MEDICARE',
  'IN_AADHAAR',
  'IN_PAN',
  'CA_SIN',
  'SE_PERSONNUMMER',
  'DE_TAX_ID',
  'FR_NIR',
  'NL_BSN',
  'BR_CPF',
  'FI_PERSONAL_IDENTITY_CODE',
  'SG_NRIC_FIN',
  'BE_NATIONAL_NUMBER',
  'BR_CNPJ',
  'CH_AHV',
  'CN_ID_NUMBER',
  'KR_RRN',
  'MX_CURP',
  'NO_FODSELSNUMMER',
  'TR_ID_NUMBER',
  'ZA_ID_NUMBER',
] as const;
export type PiiEntity = (typeof PII_ENTITIES)[number];

const known: ReadonlySet<string> = new Set(PII_ENTITIES);

/** Whether detectors find personal data of this name. */
export const isPiiEntity = (name: string): name is PiiEntity => known.has(name);
