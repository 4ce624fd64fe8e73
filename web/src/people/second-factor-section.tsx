import type { User } from '@curbwrench/contract/people/schemas';
import { useState } from 'react';
import { ReauthenticationForm } from '../account/reauthentication-form.tsx';
import { useAccount } from '../account/queries.ts';
import { getErrorMessage } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { FieldSkeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useRemoveSecondFactor } from './queries.ts';

/**
 * Lets an admin, after entering their own password, remove the second factor of a person who lost both the
 * authenticator app and the backup codes.
 */
export function SecondFactorSection({ person }: { person: User }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const ownAccount = useAccount();
  const remove = useRemoveSecondFactor(person);
  if (person.twoFactor !== true || ownAccount.data?.id === person.id) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p className="text-ink-soft">
        Two-factor authentication is on. Remove it only if you're sure that {person.firstName} asked
        you to. After that, they can log in with just their password.
      </p>
      {isConfirming ? (
        <Loaded
          query={ownAccount}
          skeleton={<FieldSkeleton />}
          failure="We couldn't load your account."
          getCause={getErrorMessage}
        >
          {(account) => (
            <ReauthenticationForm
              account={account}
              send={async (credentials) => {
                await remove(credentials);
                showToast({
                  title: 'Two-factor authentication removed',
                  description: `${person.firstName} was logged out and notified by email.`,
                });
              }}
            >
              {(isPending) => (
                <div className="flex flex-wrap gap-2">
                  <Button
                    type="submit"
                    variant="danger"
                    pending={isPending}
                    pendingLabel="Removing..."
                  >
                    Yes, remove it
                  </Button>
                  <Button variant="ghost" onClick={() => setIsConfirming(false)}>
                    Cancel
                  </Button>
                </div>
              )}
            </ReauthenticationForm>
          )}
        </Loaded>
      ) : (
        <Button className="justify-self-start" onClick={() => setIsConfirming(true)}>
          Remove two-factor authentication
        </Button>
      )}
    </div>
  );
}
