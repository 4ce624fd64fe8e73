import { z } from 'zod';
import type { ProviderSettings } from './application/sign-in-provider-port.ts';
import { isLoopbackHost } from './loopback-host.ts';

/** An issuer identifier (OpenID Connect Core 1.0, section 1.2): https, except on this machine. */
const issuer = z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
  const { protocol, hostname, search, hash, username } = new URL(text);
  return (
    (protocol === 'https:' || isLoopbackHost(hostname)) &&
    search === '' &&
    hash === '' &&
    username === ''
  );
});

/** The schemas of the settings for signing in with passwords and a provider. */
export const signInSettings = {
  PASSWORDS: z.enum(['on', 'off']).default('on'),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().min(1).max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).max(2000).optional(),
  OIDC_NAME: z.string().min(1).max(40).default('Single sign-on'),
};

export interface SignInSettings {
  readonly passwords: boolean;
  readonly providers: readonly ProviderSettings[];
}

/** The provider's id in our URLs, including the redirect URL that is registered with the provider. */
const providerId = 'oidc';

/** Returns how people sign in: with a password, a provider, or both; or a message that says what is wrong. */
export function readSignIn(values: {
  readonly PASSWORDS: 'on' | 'off';
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_NAME: string;
}): SignInSettings | { readonly problem: string } {
  const passwords = values.PASSWORDS === 'on';
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = values;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) {
    const missing = names.find((name) => !values[name]);
    if (!passwords || names.some((name) => values[name])) {
      return {
        problem: `${missing} must be set too: a provider needs ${names.join(', ')}${passwords ? '' : ', and one is required when PASSWORDS is off'}.`,
      };
    }
    return { passwords, providers: [] };
  }
  const provider = {
    id: providerId,
    name: values.OIDC_NAME,
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
  };
  return { passwords, providers: [provider] };
}
