import type { Account } from '@curbwrench/contract/accounts/schemas';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useProviderNames } from '../sign-in/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { SetUpTwoFactorDialog } from './set-up-two-factor-dialog.tsx';
import { DisableTwoFactorDialog } from './disable-two-factor-dialog.tsx';

/** Shows whether two-factor authentication is on, with a button to turn it on or off. */
export function TwoFactorPanel({ account }: { account: Account }) {
  const [dialog, setDialog] = useState<'setUp' | 'disable' | null>(null);
  const providers = useProviderNames(account.providers);
  const close = () => setDialog(null);
  return (
    <Panel
      title="Two-factor authentication"
      subtitle="When you log in, we ask for a code from an app on your phone."
      action={
        <Badge
          tone={account.twoFactor ? 'done' : 'muted'}
          icon={account.twoFactor ? <ShieldCheck aria-hidden /> : <ShieldOff aria-hidden />}
        >
          {account.twoFactor ? 'On' : 'Off'}
        </Badge>
      }
    >
      {account.hasPassword ? (
        <Button
          variant={account.twoFactorRequired ? 'primary' : 'secondary'}
          onClick={() => setDialog(account.twoFactor ? 'disable' : 'setUp')}
        >
          {account.twoFactor ? 'Turn off' : 'Set up'}
        </Button>
      ) : (
        <p className="text-ink-soft">
          {providers === ''
            ? 'Two-factor authentication requires a password.'
            : `You log in through ${providers}. You can set up a second factor there.`}
        </p>
      )}
      {dialog === 'setUp' && <SetUpTwoFactorDialog email={account.email} onClose={close} />}
      {dialog === 'disable' && <DisableTwoFactorDialog account={account} onClose={close} />}
    </Panel>
  );
}
