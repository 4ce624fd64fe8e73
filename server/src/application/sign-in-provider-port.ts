import type { SignInProblem } from '@curbwrench/contract/accounts/sign-in-navigation';

/** A provider as configured by the business. */
export interface ProviderSettings {
  /** Its name in our URLs, such as `oidc`. */
  readonly id: string;
  /** Its display name. */
  readonly name: string;
  /** Its issuer identifier: https, or http on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What binds a provider's response to one sign-in in one browser; generated for each. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** A person's identity, as proven by a provider. */
export interface VerifiedIdentity {
  readonly issuer: string;
  /** Unique at its issuer, never reassigned (OpenID Connect Core 1.0, 5.7). */
  readonly subject: string;
  /** In lower case, and only if the provider says that it was verified. */
  readonly verifiedEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly idToken: string;
}

/** A step with a provider that succeeded, or why it failed. */
export type ProviderResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly problem: SignInProblem;
      /** For the log; contains no token, no address and no outside text. */
      readonly reason: string;
    };

/**
 * An OpenID Connect provider. Every request times out; an unavailable provider is a value, not an exception.
 */
export interface SignInProvider {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  /** Returns the URL at the provider where this sign-in begins. */
  begin(secrets: SignInSecrets): Promise<ProviderResult<string>>;
  /** Takes the query with which the provider sent the browser back, and proves who the person is. */
  verifyResponse(query: string, secrets: SignInSecrets): Promise<ProviderResult<VerifiedIdentity>>;
  /**
   * Returns the URL that signs the person out there too (RP-initiated logout); null if the provider has none
   * or can't be reached.
   */
  signOutUrl(idToken: string): Promise<string | null>;
}
