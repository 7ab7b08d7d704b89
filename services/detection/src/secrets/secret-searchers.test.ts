import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectorsOf } from '../kernel/text-scan.ts';
import { foundInPieces, textAndCuts } from '../testing/chunks.ts';
import { secretShapes } from './secret-shapes.ts';
import { isRandom } from './secret-value.ts';
import { secretSearchers } from './secret-searchers.ts';

const detectors = detectorsOf(
  secretSearchers({ id: 'secrets', type: 'secrets', action: 'redact' }),
);
const found = (text: string): [string, string][] =>
  detectors.scan(text).map(({ label, start, end }) => [label, text.slice(start, end)]);

/** Made here, since scanners of repositories look for whole ones. */
const random = (length: number): string =>
  'aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xY'.repeat(9).slice(0, length);

const whole: [string, string][] = [
  ['AWS_ACCESS_KEY', `AKIA${random(16).toUpperCase()}`],
  ['GITHUB_TOKEN', `ghp_${random(36)}`],
  ['GITHUB_TOKEN', `github_pat_${random(82)}`],
  ['OPENAI_KEY', `sk-proj-${random(90)}`],
  ['OPENAI_KEY', `sk-${random(48)}`],
  ['ANTHROPIC_KEY', `sk-ant-api03-${random(93)}AA`],
  ['STRIPE_KEY', `sk_live_${random(24)}`],
  ['SLACK_TOKEN', `xoxb-${random(12)}-${random(24)}`],
  ['SENDGRID_KEY', `SG.${random(22)}.${random(43)}`],
  ['GOOGLE_KEY', `AIza${random(35)}`],
  ['TELEGRAM_TOKEN', `123456789:AA${random(33)}`],
  ['JWT', `eyJ${random(30)}.eyJ${random(60)}.${random(43)}`],
  ['PRIVATE_KEY', `-----BEGIN RSA PRIVATE KEY-----\n${random(200)}\n-----END RSA PRIVATE KEY-----`],
];

describe('secrets', () => {
  it.each(whole)('finds %s in %s', (label, text) => {
    expect(found(`Use ${text} for it.`)).toEqual([[label, text]]);
    expect(found(text)).toEqual([[label, text]]);
  });

  it.each(secretShapes.map(({ label, pattern }) => [label, pattern] as const))(
    'finds every %s that its pattern takes: %s',
    (label, pattern) => {
      const written = fc.stringMatching(new RegExp(`^${pattern.source.replace(/\(\?!.*/, '')}$`));
      fc.assert(
        fc.property(
          written.filter((text) => text.length < 500 && isRandom(text)),
          (text) => {
            expect(found(`Use ${text}`)).toContainEqual([label, text]);
          },
        ),
        { numRuns: 10 },
      );
    },
  );

  it('finds the password of an address alone', () => {
    expect(found('postgres://app:S3cr3tPw@db.example.com:5432/app')).toEqual([
      ['URL_PASSWORD', 'S3cr3tPw'],
    ]);
  });

  it('finds random values that are assigned to what is called a secret', () => {
    expect(found(`AWS_SECRET_ACCESS_KEY="${random(40)}"`)).toEqual([
      ['AWS_SECRET_KEY', random(40)],
    ]);
    expect(found(`API_KEY="${random(40)}"`)).toEqual([['SECRET', random(40)]]);
    expect(found('password: Tr0ub4dor&3x')).toEqual([['PASSWORD', 'Tr0ub4dor&3x']]);
  });

  it('finds passwords that are long and random, and keys that are short and have signs', () => {
    const digest = 'd41d8cd98f00b204e9800998ecf8427e';
    expect(found(`db_password=${digest}`)).toEqual([['PASSWORD', digest]]);
    for (const key of ['f7*R~MkzQwBtj', '4fRTQMNb862kzv', 'k4Wd0_Pzmoy7nEe']) {
      expect(found(`auth_token: "${key}"`)).toEqual([['SECRET', key]]);
    }
    for (const password of ['$k9Lm!2Qx', '*k9Lm!2Qx', '%k9Lm!2Qx', '@k9Lm!2Qx']) {
      expect(found(`password: ${password}`)).toEqual([['PASSWORD', password]]);
    }
  });

  it.each([
    ['https://x.example/v1?api_key=', 'SECRET', '&q=1'],
    ['{"a": "{\\"api_key\\": \\"', 'SECRET', '\\"}"}'],
    ['os.environ["API_KEY"] = "', 'SECRET', '"'],
    ['SMTP_PASS=', 'PASSWORD', ''],
    ['pw: ', 'PASSWORD', ''],
    ['mot de passe : ', 'PASSWORD', ''],
    ['contraseña: ', 'PASSWORD', ''],
  ])('finds the value alone behind %s', (before, label, behind) => {
    expect(found(`${before}${random(24)}${behind}`)).toEqual([[label, random(24)]]);
  });

  it('finds passwords that are words', () => {
    for (const password of ['Correct-Horse-Battery-1', 'Sunny_Morning_27']) {
      expect(found(`password=${password}`)).toEqual([['PASSWORD', password]]);
    }
  });

  it('takes all that stands between quotes for the password, and the mark of a sentence for none of it', () => {
    const password = ['hunter2', 'Sunday', '9x!'].join('-');
    for (const quote of ['"', "'", '`']) {
      expect(found(`password: ${quote}${password}${quote} is it`)).toEqual([
        ['PASSWORD', password],
      ]);
      expect(found(`password=${quote}a;B(${password}?${quote}`)).toEqual([
        ['PASSWORD', `a;B(${password}?`],
      ]);
    }
    expect(found(`The password: ${password}`)).toEqual([['PASSWORD', password.slice(0, -1)]]);
  });

  it.each([
    'AKIAIOSFODNN7EXAMPLE',
    'sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'password: your-password-here',
    'slack: xoxb-your-token-here',
    'private_key_path: /home/ada/.ssh/id_ed25519',
    'token = process.env.API_TOKEN_FOR_ALL',
    'api_key: ${API_KEY_OF_THE_SERVICE_1}',
    'http://user:password@example.com',
    'password: $DB_PASSWORD1',
    'password=%Db_Password1%',
    'secret_key = getSecretKey2',
    'const accessToken = response.data.access_token_v2',
    'secret := base64.StdEncoding.EncodeToString(buf[:32])',
    '$password = Hash::make($request->password2);',
    'password = random_password.db_master_2.result',
    'token: OAuth2AccessTokenResponse;',
    'token: MINT_TOKEN_PROGRAM_ID_2022',
    'password_encoder: Argon2PasswordEncoderV5_8',
    'secret: arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db/MyApp-Ab1C2d',
    '"valueFrom": "arn:aws:secretsmanager:us-east-1:111122223333:secret:Db-a1b2c3:password::"',
    'password: op://Production/Database1/password',
    'password: projects/1234567890/secrets/DbPassword/versions/3',
    'password: ENC[AES256_GCM,data:4jR8xq==,type:str]',
    'password: CHANGE_ME_123',
    'api_key="REPLACE_ME_WITH_KEY1"',
    'passwordRegex = "^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.{8,})"',
    'password: *defaultPassword2',
    'auth_token: HmacSha256Key',
    'token = nextToken1OfAll',
    'password: @Microsoft.KeyVault(VaultName=a1)',
    'password: **********aB1',
    'The token: a word that stands for another.',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'sk-learn-is-a-library-for-everybody',
  ])('finds nothing in %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('is less sure of what is assigned than of what says itself what it is', () => {
    const token = `xoxb-${random(12)}-${random(24)}`;
    const scores = new Map(
      detectors.scan(`slack_token="${token}"`).map(({ label, score }) => [label, score]),
    );
    expect(scores.get('SLACK_TOKEN')).toBeGreaterThan(scores.get('SECRET') ?? 1);
  });

  it('finds the same in pieces as in the whole', () => {
    const parts = [
      ...whole.map(([, text]) => text),
      'password=',
      'password: "',
      '!"',
      ';',
      'Authorization: ',
      'Bearer ',
      random(24),
      `whsec_+a/${random(30)}`,
      'Tr0ub4dor&3x',
      '://a:b4Cd@e',
      '(',
      '<',
      '&b=',
      String.raw`\"`,
      'response.data.',
      'OAuth2AccessToken',
      'arn:aws:secretsmanager:',
      'pass:',
      '-----',
    ];
    fc.assert(
      fc.property(textAndCuts(parts), ({ text, pieces }) => {
        expect(foundInPieces(detectors, pieces)).toEqual(detectors.scan(text));
      }),
      { numRuns: 2000 },
    );
  });
});
