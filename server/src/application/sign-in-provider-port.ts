import type { SignInProblem } from '@curbwrench/contract/sign-in-navigation';

/** A provider as the business set it. */
export interface ProviderSettings {
  /** Its name in our addresses, such as `oidc`. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** Its issuer identifier: https, or http on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What binds an answer of a provider to one sign-in of one browser; made anew for each. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** Who somebody is, as a provider has proven it. */
export interface ProvenIdentity {
  readonly issuer: string;
  /** Unique at its issuer, never given to someone else (OpenID Connect Core 1.0, 5.7). */
  readonly subject: string;
  /** In lower case, and only if the provider itself says that it was verified. */
  readonly verifiedEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly idToken: string;
}

/** A step with a provider that went well, or why it did not. */
export type ProviderStep<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly problem: SignInProblem;
      /** For the log; holds no token, no address and nothing that the outside wrote. */
      readonly reason: string;
    };

/** An OpenID Connect provider. Every wait has an end; a provider that is down is a value. */
export interface SignInProvider {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  /** The address at the provider where this sign-in begins. */
  begin(secrets: SignInSecrets): Promise<ProviderStep<string>>;
  /** Takes the query that the provider sent the browser back with, and proves who it is. */
  prove(query: string, secrets: SignInSecrets): Promise<ProviderStep<ProvenIdentity>>;
  /**
   * The address that signs out there too (RP-initiated logout); null where the provider has none
   * or can't be asked.
   */
  signOutUrl(idToken: string): Promise<string | null>;
}
