import type { DeviceSession } from '@curbwrench/contract/accounts';
import { MonitorSmartphone } from 'lucide-react';
import { sentenceOf } from '../../api/api-error.ts';
import { deviceName } from '../../features/account/device-name.ts';
import { useRevokeSession, useSessions } from '../../features/account/queries.ts';
import { useBusiness } from '../../features/business/queries.ts';
import { displayInstantIn, timeAgo } from '../../lib/business-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { KeepFocus } from '../../ui/keep-focus.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { TableSkeleton } from '../../ui/table-skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';

/** Where this account is logged in, each with a way to end it. */
export function SessionsPanel() {
  const query = useSessions();
  const revokeOthers = useRevokeSession();
  const hasOthers = (query.data?.length ?? 0) > 1;
  return (
    <Panel
      title="Where you are logged in"
      flush
      action={
        hasOthers && (
          <Button
            size="sm"
            pending={revokeOthers.isPending}
            pendingLabel="Logging out..."
            onClick={() => revokeOthers.mutate(null)}
          >
            Log out everywhere else
          </Button>
        )
      }
    >
      <div className="px-4 pt-2 empty:hidden sm:px-5">
        {revokeOthers.error && <FieldError>{sentenceOf(revokeOthers.error)}</FieldError>}
      </div>
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={2} />}
        failure="We couldn't load your sessions."
        causeOf={sentenceOf}
      >
        {(sessions) => (
          <KeepFocus>
            <RowList label="Sessions" bare>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </RowList>
          </KeepFocus>
        )}
      </Loaded>
    </Panel>
  );
}

function SessionRow({ session }: { session: DeviceSession }) {
  const { id, current, createdAt, lastUsedAt, userAgent, ipAddress } = session;
  const { timeZone } = useBusiness();
  const now = useNow();
  const revoke = useRevokeSession();
  const device = deviceName(userAgent);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-ink-soft">
          <RelativeTime instant={lastUsedAt} exact={displayInstantIn(timeZone, lastUsedAt)}>
            {`Used ${timeAgo(lastUsedAt, now)}`}
          </RelativeTime>
          , since <span className="figures">{displayInstantIn(timeZone, createdAt)}</span>
          {ipAddress !== null && (
            <>
              , from <span className="figures wrap-anywhere">{ipAddress}</span>
            </>
          )}
        </p>
        <FieldError>{revoke.error ? sentenceOf(revoke.error) : undefined}</FieldError>
      </div>
      {current ? (
        <Badge tone="done" icon={<MonitorSmartphone aria-hidden />}>
          This browser
        </Badge>
      ) : (
        <Button
          size="sm"
          aria-label={`Log out ${device}`}
          pending={revoke.isPending}
          onClick={() => revoke.mutate(id)}
        >
          Log out
        </Button>
      )}
    </div>
  );
}
