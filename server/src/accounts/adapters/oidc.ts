import { email as emailSchema } from '@curbwrench/contract/accounts/schemas';
import { personName } from '@curbwrench/contract/fields/schemas';
import type { SignInProblem } from '@curbwrench/contract/accounts/sign-in-navigation';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import type {
  VerifiedIdentity,
  ProviderSettings,
  ProviderResult,
  SignInProvider,
  SignInSecrets,
} from '../../application/sign-in-provider-port.ts';

/** The default timeout of a request to a provider. */
const defaultTimeoutSeconds = 5;
/** How long a provider's metadata is cached; its keys are cached for a shorter time. */
const metadataLifetimeMs = 60 * 60_000;

/**
 * Creates a sign-in provider that uses OpenID Connect's code flow with PKCE. For each response, openid-client verifies
 * the state and issuer (RFC 9207), and the ID token's nonce, issuer, audience and times. It also verifies the
 * token's signature with the provider's published keys, although the token comes directly from the provider.
 *
 * The provider's metadata is fetched when first needed, never at startup, and again after any failure. The server
 * therefore doesn't need a restart after a provider has been down or has changed.
 */
export function createSignInProvider(
  settings: ProviderSettings,
  publicUrl: string,
  timeoutSeconds = defaultTimeoutSeconds,
): SignInProvider {
  const redirectUri = `${publicUrl}/api/login/callback/${settings.id}`;
  let metadata: { readonly configuration: Promise<Configuration>; readonly at: number } | null =
    null;

  return {
    id: settings.id,
    name: settings.name,
    issuer: settings.issuer,

    begin(secrets) {
      return runStep(async () => {
        const challenge = await calculatePKCECodeChallenge(secrets.verifier);
        return buildAuthorizationUrl(await getConfiguration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        }).href;
      });
    },

    verifyResponse(query, secrets) {
      return runStep(async () => {
        const callbackUrl = new URL(redirectUri);
        callbackUrl.search = query;
        return verifyIdentity(await getConfiguration(), callbackUrl, secrets);
      });
    },

    async signOutUrl(idToken) {
      const result = await runStep(async () => {
        const configuration = await getConfiguration();
        if (!configuration.serverMetadata().end_session_endpoint) return null;
        return buildEndSessionUrl(configuration, {
          id_token_hint: idToken,
          post_logout_redirect_uri: `${publicUrl}/?signed-out`,
        }).href;
      });
      return result.ok ? result.value : null;
    },
  };

  function getConfiguration(): Promise<Configuration> {
    const now = Date.now();
    if (metadata === null || now - metadata.at > metadataLifetimeMs) {
      metadata = { configuration: discover(settings, timeoutSeconds), at: now };
    }
    return metadata.configuration;
  }

  async function runStep<T>(work: () => Promise<T>): Promise<ProviderResult<T>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (!(error instanceof AuthorizationResponseError)) metadata = null;
      return { ok: false, problem: toSignInProblem(error), reason: describeError(error) };
    }
  }
}

function discover(settings: ProviderSettings, timeoutSeconds: number): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  // When the settings are read, plain HTTP is refused unless the issuer is on this machine.
  const isInsecure = issuer.protocol === 'http:';
  return discovery(issuer, settings.clientId, undefined, chooseClientAuth(settings.clientSecret), {
    timeout: timeoutSeconds,
    execute: [
      enableNonRepudiationChecks,
      // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning
      ...(isInsecure ? [allowInsecureRequests] : []),
    ],
  });
}

/** Authenticates with HTTP Basic, the standard's default, or with form parameters if only those are supported. */
function chooseClientAuth(secret: string): ClientAuth {
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const supportsHeader =
      methods.includes('client_secret_basic') || !methods.includes('client_secret_post');
    const authenticate = supportsHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret);
    authenticate(server, ...rest);
  };
}

async function verifyIdentity(
  configuration: Configuration,
  callbackUrl: URL,
  secrets: SignInSecrets,
): Promise<VerifiedIdentity> {
  const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || tokens.id_token === undefined) throw new IdentityNotVerifiedError('no ID token');
  // ASCII, up to 255 characters (OpenID Connect Core 1.0, section 2).
  if (!/^[\x20-\x7e]{1,255}$/.test(claims.sub))
    throw new IdentityNotVerifiedError('an unusable subject');

  // The email and its verified flag must come from the same source. In the code flow, a provider may return
  // both only from the user-info endpoint (Core 1.0, 5.4); the library compares its subject with the token's.
  const hasEmail = claims['email'] !== undefined;
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const personClaims: Record<string, unknown> =
    hasEmail || !hasUserInfo
      ? claims
      : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    ...readPersonClaims(personClaims),
    idToken: tokens.id_token,
  };
}

/** Returns a person's name and verified email. Ignores all other claims, including roles. */
function readPersonClaims(
  claims: Record<string, unknown>,
): Pick<VerifiedIdentity, 'verifiedEmail' | 'firstName' | 'lastName'> {
  const parsed = emailSchema.safeParse(claims['email']);
  const email = parsed.success ? parsed.data : null;
  const [first = '', ...rest] = cleanName(claims['name']).split(' ');
  return {
    verifiedEmail: claims['email_verified'] === true ? email : null,
    firstName: cleanName(claims['given_name']) || first || (email?.split('@')[0] ?? ''),
    lastName: cleanName(claims['family_name']) || rest.join(' '),
  };
}

/** Returns a name that our own forms would accept, cut to 60 characters; '' if there is none. */
function cleanName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const clean = value.replace(/[\p{Cc}\p{Cf}\p{Surrogate}\s]+/gu, ' ').trim();
  const name = personName('').safeParse((/^.{0,60}/su.exec(clean)?.[0] ?? '').trim());
  return name.success ? name.data : '';
}

/** Thrown for an ID token that does not identify a person. */
class IdentityNotVerifiedError extends Error {
  override readonly name = 'IdentityNotVerifiedError';
}

/** The library's error codes for an invalid response. All others are transport failures. */
const invalidResponseCodes = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_PARSE_ERROR',
]);

function toSignInProblem(error: unknown): SignInProblem {
  if (error instanceof IdentityNotVerifiedError) return 'not_verified';
  if (error instanceof AuthorizationResponseError) {
    const isProviderFailure = /^(server_error|temporarily_unavailable)$/.test(error.error);
    return isProviderFailure ? 'unavailable' : 'cancelled';
  }
  // The code was already used, has expired, or belongs to a different verifier.
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return 'expired';
  if (error instanceof ClientError && invalidResponseCodes.has(error.code ?? ''))
    return 'not_verified';
  return 'unavailable';
}

/** Returns an error's message and codes for the log; never its causes, which contain the data sent. */
function describeError(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  const oauthError =
    error instanceof AuthorizationResponseError || error instanceof ResponseBodyError
      ? error.error.replace(/[^a-z_]/g, '').slice(0, 40)
      : '';
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const causeCode: unknown = Reflect.get(Object(cause), 'code');
  const message = error instanceof Error ? error.message : 'not an error object';
  return [message, code, oauthError, causeCode]
    .filter((part) => typeof part === 'string' && part)
    .join(' ');
}
