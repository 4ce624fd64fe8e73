import { signInProblems } from '@curbwrench/contract/accounts/sign-in-navigation';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { paths } from '../paths.ts';
import { useSessionUser } from '../session/queries.ts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { CodeStep } from '../sign-in/code-step.tsx';
import { GoToDestination } from '../sign-in/destination.tsx';
import { useRefreshSession, useSignInOptions } from '../sign-in/queries.ts';
import { SignInStep } from '../sign-in/sign-in-step.tsx';
import { Callout } from '../ui/callout.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { FieldSkeleton, Skeleton } from '../ui/skeleton.tsx';

const route = getRouteApi(paths.signIn);

/** Lets a person sign in with a password or a provider, and with a second factor if required. */
export function SignInPage() {
  const { to, problem } = route.useSearch();
  const user = useSessionUser();
  const { name } = useBusiness();
  const options = useSignInOptions();
  const refreshSession = useRefreshSession();
  const [isCodeRequired, setIsCodeRequired] = useState(false);

  if (user) return <GoToDestination to={to} />;
  if (isCodeRequired) {
    return <CodeStep onDone={refreshSession} onBack={() => setIsCodeRequired(false)} />;
  }
  return (
    <AuthFrame title={`Log in to ${name}`}>
      {problem !== undefined && (
        <Callout tone="alert">
          <p>{problemText(problem)}</p>
        </Callout>
      )}
      <Loaded
        query={options}
        skeleton={<SignInSkeleton />}
        failure="We couldn't load this page."
        getCause={getErrorMessage}
      >
        {(loadedOptions) => (
          <SignInStep
            options={loadedOptions}
            to={to}
            onCodeRequired={() => setIsCodeRequired(true)}
            onDone={refreshSession}
          />
        )}
      </Loaded>
    </AuthFrame>
  );
}

/** Returns the error message for a failed sign-in through a provider. */
function problemText(problem: string): string {
  const knownProblems: Record<string, string> = signInProblems;
  return Object.hasOwn(knownProblems, problem)
    ? (knownProblems[problem] ?? '')
    : "We couldn't log you in. Please try again.";
}

function SignInSkeleton() {
  return (
    <div className="grid gap-5">
      <FieldSkeleton />
      <FieldSkeleton />
      <Skeleton className="h-11" />
    </div>
  );
}
