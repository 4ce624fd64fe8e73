import type { Invitation } from '@curbwrench/contract/people/invitation-schemas';
import { roleLabels } from '@curbwrench/contract/people/roles';
import { Hourglass } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { RowList } from '../ui/row-list.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useInvitations, useInvitationAction } from './queries.ts';

/** Lists invitations that have not been accepted yet; renders nothing if there are none. */
export function InvitationList() {
  const query = useInvitations();
  return (
    <Loaded
      query={query}
      skeleton={null}
      failure="We couldn't load the invitations."
      getCause={getErrorMessage}
    >
      {(invitations) => (
        <RestoreFocus>
          {invitations.length > 0 && (
            <Panel title="Pending invitations" flush>
              <RowList label="Pending invitations" bare>
                {invitations.map((invitation) => (
                  <InvitationRow key={invitation.id} invitation={invitation} />
                ))}
              </RowList>
            </Panel>
          )}
        </RestoreFocus>
      )}
    </Loaded>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { timeZone } = useBusiness();
  const resend = useInvitationAction('resend');
  const withdraw = useInvitationAction('withdraw');
  const { id, email, role, invitedBy, expiresAt, expired } = invitation;
  const problem = resend.error ?? withdraw.error;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">{email}</p>
        <p className="text-sm text-ink-soft">
          {roleLabels[role]}, invited by {invitedBy},{' '}
          <span className="figures">
            {expired ? 'expired on' : 'valid until'} {displayInstantIn(timeZone, expiresAt)}
          </span>
        </p>
        {expired && (
          <Badge tone="waiting" icon={<Hourglass aria-hidden />} className="mt-1">
            Expired
          </Badge>
        )}
        <FieldError>{problem ? getErrorMessage(problem) : undefined}</FieldError>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          aria-label={`Resend the invitation to ${email}`}
          pending={resend.isPending}
          onClick={() =>
            resend.mutate(id, {
              onSuccess: () =>
                showToast({ title: 'Invitation resent', description: `To ${email}.` }),
            })
          }
        >
          Resend
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Withdraw the invitation to ${email}`}
          pending={withdraw.isPending}
          onClick={() => withdraw.mutate(id)}
        >
          Withdraw
        </Button>
      </div>
    </div>
  );
}
