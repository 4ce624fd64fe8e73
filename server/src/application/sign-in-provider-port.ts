import type { SignInProblem } from '@curbwrench/contract/accounts/sign-in-navigation';

/** A provider as configured by the business. */
export interface ProviderSettings {
  /** The provider's name in our URLs, such as `oidc`. */
  readonly id: string;
  /** The name shown on the sign-in page. */
  readonly name: string;
  /** The issuer identifier: an https URL, or an http URL on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Secrets, generated for each sign-in, that bind a provider's response to that sign-in in one browser. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier (RFC 7636). */
  readonly verifier: string;
}

/** A person's identity, as verified with a provider. */
export interface VerifiedIdentity {
  readonly issuer: string;
  /** Unique at the issuer, and never reassigned (OpenID Connect Core 1.0, 5.7). */
  readonly subject: string;
  /** In lower case, and only if the provider says that it was verified. */
  readonly verifiedEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly idToken: string;
}

/** The result of a request to a provider, or why it failed. */
export type ProviderResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly problem: SignInProblem;
      /** For the log; contains no token, no address, and nothing written by the provider. */
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
  /** Verifies the query string of the provider's redirect, and returns the person's identity. */
  verifyResponse(query: string, secrets: SignInSecrets): Promise<ProviderResult<VerifiedIdentity>>;
  /**
   * Returns the URL that signs the person out at the provider (RP-initiated logout); null if the provider has none
   * or can't be reached.
   */
  signOutUrl(idToken: string): Promise<string | null>;
}
