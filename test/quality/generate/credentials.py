"""Secrets that are random, in the shapes that vendors publish, each within a text as people paste it.

A maker gives the text in marks: `[[SECRET|value]]` is the span, `[[SECRET|value|left|right]]` a span whose finding may reach over `left` and
`right` too (a whole address, a whole assignment). No vendor has issued any of them.
"""

import base64
import json
import zlib
from random import Random

ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
BASE64 = ALNUM + '+/'
URLSAFE = ALNUM + '-_'
HEX = '0123456789abcdef'
SAFE = ALNUM + '!#%^*+_.~-'


def some(rng: Random, alphabet: str, count: int) -> str:
    return ''.join(rng.choice(alphabet) for _ in range(count))


def in_base(number: int, alphabet: str, width: int) -> str:
    out = ''
    while number:
        number, rest = divmod(number, len(alphabet))
        out = alphabet[rest] + out
    return out.rjust(width, alphabet[0])


def checked(rng: Random, prefix: str) -> str:
    """The tokens of GitHub and npm: thirty random characters and their CRC32 in base 62."""
    body = some(rng, ALNUM, 30)
    return prefix + body + in_base(zlib.crc32(body.encode()), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 6)


def mark(value: str, left: str = '', right: str = '', label: str = 'SECRET') -> str:
    return f'[[{label}|{value}|{left}|{right}]]'


def around(rng: Random, name: str, value: str) -> str:
    """A secret as it stands in settings, in code, in chats."""
    variable = name.upper()
    return rng.choice([
        f'export {variable}={mark(value)}\nnpm run start',
        f'{variable}="{mark(value)}"',
        f'hey, can you try it with this one: {mark(value)} and tell me if it works?',
        f'Here is the {name.replace("_", " ")} for staging:\n\n{mark(value)}\n\nPlease do not share it.',
        f'env:\n  - name: {variable}\n    value: {mark(value)}\n',
        f'{{"{name}": "{mark(value)}", "timeout": 30}}',
        f'client = Client({name}="{mark(value)}")\nprint(client.ping())',
        f'curl -H "Authorization: Bearer {mark(value)}" https://api.example.com/v1/me',
        f'[default]\n{name} = {mark(value)}\nregion = eu-central-1\n',
        f'WARN auth: token {mark(value)} was rejected (401), retrying in 5 s',
    ])


def aws(rng: Random) -> str:
    key = rng.choice(['AKIA', 'AKIA', 'ASIA']) + some(rng, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)
    secret = some(rng, BASE64, 40)
    return rng.choice([
        f'[default]\naws_access_key_id = {mark(key)}\naws_secret_access_key = {mark(secret, "aws_secret_access_key = ")}\n',
        f'export AWS_ACCESS_KEY_ID={mark(key)}\nexport AWS_SECRET_ACCESS_KEY={mark(secret, "AWS_SECRET_ACCESS_KEY=")}\n',
        f'AWS_ACCESS_KEY_ID: "{mark(key)}"\nAWS_SECRET_ACCESS_KEY: {mark(secret, "AWS_SECRET_ACCESS_KEY: ")}\n',
        f'session = boto3.Session(aws_access_key_id="{mark(key)}")',
        f'The access key {mark(key)} belongs to the deploy user, rotate it please.',
    ])


def github(rng: Random) -> str:
    token = rng.choice([
        checked(rng, rng.choice(['ghp_', 'ghp_', 'gho_', 'ghs_', 'ghu_'])),
        f'github_pat_{some(rng, ALNUM, 22)}_{some(rng, ALNUM, 59)}',
    ])
    if rng.random() < 0.15:
        return f'git clone https://x-access-token:{mark(token, "https://x-access-token:", "@github.com")}@github.com/acme/app.git'
    return around(rng, 'github_token', token)


def slack(rng: Random) -> str:
    number = lambda: some(rng, '123456789', 1) + some(rng, '0123456789', rng.choice([10, 11, 12]))  # noqa: E731
    if rng.random() < 0.3:
        path = f'T{some(rng, ALNUM[:26] + "0123456789", 8)}/B{some(rng, ALNUM[:26] + "0123456789", 10)}/{some(rng, ALNUM, 24)}'
        hook = f'https://hooks.slack.com/services/{path}'
        return rng.choice([f'SLACK_WEBHOOK_URL={mark(hook)}', f"curl -X POST -d '{{\"text\":\"done\"}}' {mark(hook)}"])
    kind = rng.choice(['xoxb', 'xoxp'])
    middle = f'{number()}-{number()}' if kind == 'xoxb' else f'{number()}-{number()}-{number()}'
    return around(rng, 'slack_token', f'{kind}-{middle}-{some(rng, ALNUM if kind == "xoxb" else HEX, 24 if kind == "xoxb" else 32)}')


def openai(rng: Random) -> str:
    middle = 'T3Blbk' + 'FJ'
    token = rng.choice([
        f'sk-{some(rng, ALNUM, 20)}{middle}{some(rng, ALNUM, 20)}',
        f'sk-proj-{some(rng, URLSAFE, 73)}{some(rng, ALNUM, 1)}{middle}{some(rng, URLSAFE, 73)}{some(rng, ALNUM, 1)}',
        f'sk-svcacct-{some(rng, URLSAFE, 73)}{some(rng, ALNUM, 1)}{middle}{some(rng, URLSAFE, 73)}{some(rng, ALNUM, 1)}',
    ])
    return around(rng, 'openai_api_key', token)


def private_key(rng: Random) -> str:
    kind, size = rng.choice([('EC', 121), ('EC', 121), ('', 138), ('OPENSSH', 399), ('RSA', 608)])
    body = base64.b64encode(rng.randbytes(size)).decode()
    lines = [body[at : at + 64] for at in range(0, len(body), 64)]
    title = f'{kind} PRIVATE KEY'.strip()
    begin, end = f'-----BEGIN {title}-----', f'-----END {title}-----'
    if rng.random() < 0.25:
        joined = '\\n'.join([begin, *lines, end]) + '\\n'
        return f'{{"type": "service_account", "private_key": "{mark(joined)}", "client_id": "app"}}'
    text = mark('\n'.join([begin, *lines, end]))
    return rng.choice([f'{text}\n', f'What is wrong with this key? ssh says invalid format.\n\n{text}\n', f'cat > id <<EOF\n{text}\nEOF\nchmod 600 id'])


def jwt(rng: Random) -> str:
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value, separators=(',', ':')).encode()).decode().rstrip('=')  # noqa: E731
    kind, size = rng.choice([('HS256', 32), ('HS256', 32), ('RS256', 256)])
    issued = rng.randint(1_690_000_000, 1_790_000_000)
    body = {'sub': some(rng, HEX, 12), 'iss': 'https://id.acme.example', 'iat': issued, 'exp': issued + 3600}
    signature = base64.urlsafe_b64encode(rng.randbytes(size)).decode().rstrip('=')
    return around(rng, 'access_token', f'{part({"alg": kind, "typ": "JWT"})}.{part(body)}.{signature}')


def password(rng: Random) -> str:
    return some(rng, ALNUM, 1) + some(rng, SAFE, rng.randint(10, 18)) + some(rng, ALNUM, 1)


def plain_password(rng: Random) -> str:
    return some(rng, ALNUM + '_-.~', rng.randint(10, 20)) + some(rng, ALNUM, 2)


def database(rng: Random) -> str:
    scheme, host = rng.choice([
        ('postgres', 'db.acme.internal:5432/app'), ('postgresql', 'pg-1.eu.acme.example:5432/orders?sslmode=require'),
        ('mysql', 'mysql.acme.example:3306/shop'), ('mongodb+srv', 'cluster0.ab1cd.mongodb.net/prod'), ('amqp', 'rabbit:5672/%2f'),
        ('redis', 'cache.acme.internal:6379/0'),
    ])
    user = '' if scheme == 'redis' else rng.choice(['app', 'admin', 'svc_orders', 'reader'])
    value = mark(plain_password(rng), f'{scheme}://{user}:', f'@{host}')
    url = f'{scheme}://{user}:{value}@{host}'
    return rng.choice([f'DATABASE_URL={url}', f'url: "{url}"', f'engine = create_engine("{url}")', f'It cannot connect: {url} times out', f'spring.datasource.url={url}'])


def basic_auth(rng: Random) -> str:
    user = rng.choice(['admin', 'deploy', 'ci-bot', 'jenkins'])
    host = rng.choice(['registry.acme.example/v2/', 'grafana.acme.example/api/health', 'nexus.acme.internal:8081/repository/npm', 'git.acme.example/team/app.git'])
    url = f'https://{user}:{mark(plain_password(rng), f"https://{user}:", f"@{host}")}@{host}'
    return rng.choice([f'curl {url}', f'git remote add origin {url}', f'registry = "{url}"', f'Open {url} and look at the last build.'])


def simple(name: str, make):
    return lambda rng: around(rng, name, make(rng))


def twilio(rng: Random) -> str:
    return around(rng, 'twilio_api_key', 'SK' + some(rng, HEX, 32))


VENDORS = {
    'aws': aws, 'github': github, 'slack': slack, 'openai': openai, 'private_key': private_key, 'jwt': jwt, 'database_url': database,
    'basic_auth_url': basic_auth, 'twilio': twilio,
    'gitlab': simple('gitlab_token', lambda rng: 'glpat-' + some(rng, URLSAFE, 19) + some(rng, ALNUM, 1)),
    'stripe': simple('stripe_key', lambda rng: rng.choice(['sk_live_', 'rk_live_']) + some(rng, ALNUM, rng.choice([24, 99]))),
    'anthropic': simple('anthropic_api_key', lambda rng: 'sk-ant-api03-' + some(rng, URLSAFE, 93) + 'AA'),
    'google': simple('google_api_key', lambda rng: 'AIza' + some(rng, URLSAFE, 34) + some(rng, ALNUM, 1)),
    'npm': simple('npm_token', lambda rng: checked(rng, 'npm_')),
    'pypi': simple('pypi_token', lambda rng: 'pypi-AgEIcHlwaS5vcmc' + some(rng, URLSAFE, 150) + some(rng, ALNUM, 1)),
    'sendgrid': simple('sendgrid_api_key', lambda rng: f'SG.{some(rng, URLSAFE, 22)}.{some(rng, URLSAFE, 42)}{some(rng, ALNUM, 1)}'),
}


def generic(rng: Random) -> str:
    """A password or key of no vendor, assigned to a name that says so."""
    value = rng.choice([password(rng), some(rng, HEX, rng.choice([32, 40, 64])), some(rng, ALNUM, rng.randint(24, 48)), base64.b64encode(rng.randbytes(rng.choice([24, 32]))).decode()])
    name = rng.choice(['password', 'db_password', 'api_key', 'apiKey', 'client_secret', 'secret_key', 'auth_token', 'SMTP_PASSWORD', 'API_SECRET', 'passwd'])
    before, after = rng.choice([(f'{name} = "', '"'), (f'{name}: ', ''), (f'{name}=', ''), (f'"{name}": "', '"'), (f"{name}: '", "'")])
    text = f'{before}{mark(value, before, after, "GENERIC_SECRET")}{after}'
    return rng.choice([f'{text}\nhost = smtp.acme.example\n', f'server:\n  port: 8080\n  {text}\n', f'{{{text}, "port": 5432}}' if '"' in before and ':' in before else text, f'# settings\n{text}\nDEBUG=false'])
