import type { Account } from '@curbwrench/contract/accounts/schemas';
import { DeletePanel } from '../account/delete-panel.tsx';
import { EmailPanel } from '../account/email-panel.tsx';
import { PasswordPanel } from '../account/password-panel.tsx';
import { ProfilePanel } from '../account/profile-panel.tsx';
import { useAccount } from '../account/queries.ts';
import { SessionsPanel } from '../account/sessions-panel.tsx';
import { TwoFactorPanel } from '../account/two-factor-panel.tsx';
import { getErrorMessage } from '../api/api-error.ts';
import { Callout } from '../ui/callout.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { FieldSkeleton, Skeleton } from '../ui/skeleton.tsx';

/** Shows the viewer's own account: who they are, how they log in, and where they are logged in. */
export function AccountPage() {
  const query = useAccount();
  return (
    <>
      <PageHeading title="Your account" />
      <Loaded
        query={query}
        skeleton={<AccountSkeleton />}
        failure="We couldn't load your account."
        getCause={getErrorMessage}
      >
        {(account) => (
          <div className="grid max-w-3xl gap-5">
            {account.twoFactorRequired && (
              <Callout tone="progress" title="Set up two-factor authentication to continue.">
                <p>
                  This business requires two-factor authentication for everyone who works here. You
                  can set it up below.
                </p>
              </Callout>
            )}
            {orderPanels(account)}
            <SessionsPanel account={account} />
            <DeletePanel account={account} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/**
 * Puts the two-factor panel first if a second factor is required. The keys preserve the panels' state when that
 * changes: the dialog that has just turned on the second factor still has to show its backup codes.
 */
function orderPanels(account: Account) {
  const twoFactor = <TwoFactorPanel key="two-factor" account={account} />;
  const others = [
    <ProfilePanel key="profile" account={account} />,
    <EmailPanel key="email" account={account} />,
    <PasswordPanel key="password" account={account} />,
  ];
  return account.twoFactorRequired ? [twoFactor, ...others] : [...others, twoFactor];
}

function AccountSkeleton() {
  return (
    <div className="grid max-w-3xl gap-5">
      <PanelSkeleton fields={3} />
      <PanelSkeleton fields={2} />
      <PanelSkeleton fields={2} />
    </div>
  );
}

function PanelSkeleton({ fields }: { fields: number }) {
  return (
    <div className="grid gap-4 rounded-lg border border-line bg-sheet p-4 sm:p-5">
      <Skeleton className="h-6 w-36" />
      {Array.from({ length: fields }, (_, index) => (
        <FieldSkeleton key={index} />
      ))}
      <Skeleton className="h-11 w-24" />
    </div>
  );
}
