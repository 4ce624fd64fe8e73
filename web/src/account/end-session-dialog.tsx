import type { Account } from '@curbwrench/contract/accounts/schemas';
import { ReauthenticationDialog } from './reauthentication-form.tsx';
import { endSession, useRefreshSessionList } from './queries.ts';

export interface SessionToEnd {
  /** Null for all sessions except this browser's. */
  readonly id: string | null;
  /** The text after "Log out", such as a device name. */
  readonly device: string;
}

interface EndSessionDialogProps {
  account: Account;
  session: SessionToEnd;
  onClose: () => void;
}

/**
 * Asks for the password and ends a session. No code is required, because the phone that generates the codes may
 * be lost.
 */
export function EndSessionDialog({ account, session, onClose }: EndSessionDialogProps) {
  const refreshSessionList = useRefreshSessionList();
  return (
    <ReauthenticationDialog
      title={`Log out ${session.device}?`}
      description="You'll be logged out there immediately."
      account={account}
      passwordOnly
      action="Log out"
      pendingLabel="Logging out..."
      variant="danger"
      send={async ({ password }) => {
        await endSession(session.id, password);
        onClose();
        await refreshSessionList();
      }}
      onClose={onClose}
    />
  );
}
