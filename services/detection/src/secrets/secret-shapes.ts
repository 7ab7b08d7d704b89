/** A kind of secret that says itself what it is, by how it begins. */
export interface SecretShape {
  readonly label: string;
  /** Its possible beginnings. Where none of them stands, nothing else is tried. */
  readonly prefixes: readonly string[];
  /** Sticky, from the beginning of the prefix on; each of its repetitions has a bound. */
  readonly pattern: RegExp;
}

const END = '(?![A-Za-z0-9_])';

const kind = (label: string, prefixes: string, pattern: string): SecretShape => ({
  label,
  prefixes: prefixes.split(' '),
  pattern: new RegExp(`(?:${pattern})${END}`, 'y'),
});

const T = '[A-Za-z0-9_-]';

/** The beginnings and alphabets are those that the services document, and that the rules of secretlint and gitleaks have. */
export const secretShapes: readonly SecretShape[] = [
  kind(
    'AWS_ACCESS_KEY',
    'AKIA ASIA AGPA AIDA AROA AIPA ANPA ANVA A3T',
    '(?:AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|A3T[A-Z0-9])[A-Z0-9]{16}',
  ),
  kind('GITHUB_TOKEN', 'ghs_', `ghs_\\d{1,20}_${T}{6,1000}\\.${T}{1,4000}\\.${T}{1,1000}`),
  kind('GITHUB_TOKEN', 'ghp_ gho_ ghu_ ghs_ ghr_', 'gh[pousr]_[A-Za-z0-9]{36,255}'),
  kind('GITHUB_TOKEN', 'github_pat_', 'github_pat_[A-Za-z0-9_]{50,255}'),
  kind('GITLAB_TOKEN', 'gl', `gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-${T}{20,128}`),
  kind('ANTHROPIC_KEY', 'sk-ant-', `sk-ant-[a-z]{2,10}\\d{0,4}-${T}{20,200}`),
  kind('OPENAI_KEY', 'sk-', `sk-(?:proj|svcacct|admin|None|or-v1|lf)-${T}{20,200}`),
  kind('OPENAI_KEY', 'sk-', 'sk-[A-Za-z0-9]{20,128}'),
  kind('STRIPE_KEY', 'sk_ rk_', '[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,128}'),
  kind('STRIPE_KEY', 'whsec_', 'whsec_[A-Za-z0-9+/]{24,80}={0,2}'),
  kind('SLACK_TOKEN', 'xox xapp-', `(?:xox[abceoprs]|xapp)-[A-Za-z0-9-]{10,250}`),
  kind(
    'SLACK_WEBHOOK',
    'hooks.slack',
    'hooks\\.slack\\.com/(?:services|workflows)/[A-Za-z0-9/]{20,120}',
  ),
  kind('NPM_TOKEN', 'npm_', 'npm_[A-Za-z0-9]{36}'),
  kind('PYPI_TOKEN', 'pypi-', `pypi-AgE${T}{40,400}`),
  kind('GOOGLE_KEY', 'AIza', `AIza${T}{35}`),
  kind('GOOGLE_KEY', 'GOCSPX-', `GOCSPX-${T}{20,60}`),
  kind('GOOGLE_KEY', 'ya29.', `ya29\\.${T}{20,400}`),
  kind('HUGGING_FACE_TOKEN', 'hf_', 'hf_[A-Za-z0-9]{30,40}'),
  kind('GROQ_KEY', 'gsk_', 'gsk_[A-Za-z0-9]{40,60}'),
  kind('XAI_KEY', 'xai-', 'xai-[A-Za-z0-9]{60,100}'),
  kind('REPLICATE_TOKEN', 'r8_', 'r8_[A-Za-z0-9]{37}'),
  kind('PERPLEXITY_KEY', 'pplx-', 'pplx-[A-Za-z0-9]{40,60}'),
  kind('SENDGRID_KEY', 'SG.', 'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}'),
  kind('SHOPIFY_TOKEN', 'shp', 'shp(?:pa|ca|at|ss)_[A-Fa-f0-9]{32,64}'),
  kind('LINEAR_KEY', 'lin_api_', 'lin_api_[A-Za-z0-9_]{32,128}'),
  kind('NOTION_TOKEN', 'ntn_ secret_', '(?:ntn_\\d{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})'),
  kind('GRAFANA_TOKEN', 'glc_', 'glc_[A-Za-z0-9+/]{32,400}={0,2}'),
  kind('GRAFANA_TOKEN', 'glsa_', 'glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}'),
  kind('ONEPASSWORD_TOKEN', 'ops_eyJ', 'ops_ey[A-Za-z0-9+/=]{100,1280}'),
  kind('VAULT_TOKEN', 'hvs. hvb. hvr.', `hv[sbr]\\.${T}{20,300}`),
  kind('VERCEL_TOKEN', 'vc', 'vc[piark]_[A-Za-z0-9]{20,60}'),
  kind('DATABRICKS_TOKEN', 'dapi', 'dapi[A-Fa-f0-9]{32}(?:-[0-9])?'),
  kind('DOCKER_TOKEN', 'dckr_', `dckr_[po]at_${T}{20,60}`),
  kind('FIGMA_TOKEN', 'figd_', `figd_${T}{40,200}`),
  kind('CLOUDFLARE_TOKEN', 'cfk_ cfut_ cfat_', 'cf(?:k|ut|at)_[A-Za-z0-9]{40,56}'),
  kind('TAILSCALE_KEY', 'tskey-', `tskey-[a-z]{2,20}-\\w{8,40}-\\w{16,60}`),
  kind('TELEGRAM_TOKEN', '0 1 2 3 4 5 6 7 8 9', `\\d{8,10}:AA${T}{32,34}`),
  kind('TWILIO_KEY', 'SK', 'SK[0-9a-f]{32}'),
  kind('MAILGUN_KEY', 'key-', 'key-[0-9a-f]{32}'),
  kind('DIGITALOCEAN_TOKEN', 'do', 'do[oprt]_v1_[a-f0-9]{64}'),
  kind('DISCORD_TOKEN', 'M N O', `[MNO]${T}{23,27}\\.${T}{6}\\.${T}{27,40}`),
  kind('ATLASSIAN_TOKEN', 'ATATT3', 'ATATT3[A-Za-z0-9_=-]{50,250}'),
  kind('SQUARE_TOKEN', 'sq0', `sq0(?:atp|csp|idp)-${T}{22,60}`),
  kind('SENTRY_TOKEN', 'sntry', 'sntry[su]_[A-Za-z0-9+/=_-]{40,400}'),
  kind('NEW_RELIC_KEY', 'NRAK-', 'NRAK-[A-Z0-9]{27}'),
  kind('POSTMAN_KEY', 'PMAK-', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'),
  kind('AGE_KEY', 'AGE-SECRET-KEY-', 'AGE-SECRET-KEY-1[A-Z0-9]{58}'),
  kind('JWT', 'eyJ', `eyJ${T}{10,2000}\\.eyJ${T}{10,4000}\\.${T}{0,1000}`),
];

/** The longest of them: a token with a token of JSON in it. */
export const SHAPE_UNITS = 7100;
