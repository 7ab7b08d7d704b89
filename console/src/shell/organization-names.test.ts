import { expect, it } from 'vitest';
import { organizationNames } from './organization-names.ts';

it('is a name alone where it says what the id says, and nobody else has it', () => {
  const names = organizationNames([
    { id: 'acme-research', name: 'Acme Research' },
    { id: 'globex', name: 'globex' },
  ]);
  expect(names).toEqual(['Acme Research', 'globex']);
});

it('has the id beside it where another one has the same name, in other letters too', () => {
  const names = organizationNames([
    { id: 'victim', name: 'Victim' },
    { id: 'evil', name: 'ＶＩＣＴＩＭ' },
    { id: 'evil-2', name: 'victim ' },
    { id: 'evil-3', name: 'V\u0456ctim' },
    { id: 'evil-4', name: 'Vic\u200btim' },
  ]);
  expect(names).toEqual([
    'Victim (victim)',
    'ＶＩＣＴＩＭ (evil)',
    'victim  (evil-2)',
    'V\u0456ctim (evil-3)',
    'Vic⟨U+200B⟩tim (evil-4)',
  ]);
});

it('has the id beside it where the name says something else', () => {
  expect(organizationNames([{ id: 'o-17', name: 'Umbrella' }])).toEqual(['Umbrella (o-17)']);
  expect(organizationNames([{ id: 'tokyo', name: '東京' }])).toEqual(['東京 (tokyo)']);
});
