import type { Account } from '@curbwrench/contract/accounts/schemas';
import { ReauthenticationDialog } from './reauthentication-form.tsx';
import { endSession, useRefreshSessionList } from './queries.ts';

export interface EndedSession {
  /** Null: all except this browser's. */
  readonly id: string | null;
  /** The text after "Log out". */
  readonly device: string;
}

interface EndSessionDialogProps {
  account: Account;
  session: EndedSession;
  onClose: () => void;
}

/** Ends a session, with the password; no code is asked for, because its app may be on the lost phone. */
export function EndSessionDialog({ account, session, onClose }: EndSessionDialogProps) {
  const refreshSessionList = useRefreshSessionList();
  return (
    <ReauthenticationDialog
      title={`Log out ${session.device}?`}
      description="You will be logged out there immediately."
      account={account}
      isPasswordEnough
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
