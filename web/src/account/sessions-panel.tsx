import type { Account, DeviceSession } from '@curbwrench/contract/accounts/schemas';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn, timeAgo } from '../lib/business-time.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { RowList } from '../ui/row-list.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { useNow } from '../ui/use-now.ts';
import { deviceName } from '../lib/device-name.ts';
import { EndSessionDialog, type SessionToEnd } from './end-session-dialog.tsx';
import { useSessions } from './queries.ts';

/** Lists the account's sessions, each with a button to end it. */
export function SessionsPanel({ account }: { account: Account }) {
  const query = useSessions();
  const [sessionToEnd, setSessionToEnd] = useState<SessionToEnd | null>(null);
  const hasOtherSessions = (query.data?.length ?? 0) > 1;
  // The demo's accounts are shared: no visitor should end another visitor's session.
  const canEnd = account.hasPassword || account.providers.length > 0;
  return (
    <Panel
      title="Where you're logged in"
      flush
      action={
        hasOtherSessions &&
        canEnd && (
          <Button
            size="sm"
            onClick={() => setSessionToEnd({ id: null, device: 'everywhere else' })}
          >
            Log out everywhere else
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={2} />}
        failure="We couldn't load your sessions."
        getCause={getErrorMessage}
      >
        {(sessions) => (
          <RestoreFocus>
            <RowList label="Sessions" bare>
              {sessions.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  onEnd={canEnd ? setSessionToEnd : undefined}
                />
              ))}
            </RowList>
          </RestoreFocus>
        )}
      </Loaded>
      {sessionToEnd && (
        <EndSessionDialog
          account={account}
          session={sessionToEnd}
          onClose={() => setSessionToEnd(null)}
        />
      )}
    </Panel>
  );
}

interface SessionRowProps {
  session: DeviceSession;
  onEnd: ((session: SessionToEnd) => void) | undefined;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { id, current, createdAt, lastUsedAt, userAgent, ipAddress } = session;
  const { timeZone } = useBusiness();
  const now = useNow();
  const device = deviceName(userAgent);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-ink-soft">
          <RelativeTime instant={lastUsedAt} exact={displayInstantIn(timeZone, lastUsedAt)}>
            {lastUsedText(lastUsedAt, now)}
          </RelativeTime>
          , logged in on <span className="figures">{displayInstantIn(timeZone, createdAt)}</span>
          {ipAddress !== null && (
            <>
              , from <span className="figures wrap-anywhere">{ipAddress}</span>
            </>
          )}
        </p>
      </div>
      {current && (
        <Badge tone="done" icon={<MonitorSmartphone aria-hidden />}>
          This browser
        </Badge>
      )}
      {!current && onEnd && (
        <Button size="sm" aria-label={`Log out ${device}`} onClick={() => onEnd({ id, device })}>
          Log out
        </Button>
      )}
    </div>
  );
}

/** Returns 'Active just now' for the last minute, otherwise, for example, 'Active 5m ago'. `now` is in milliseconds. */
export function lastUsedText(lastUsedAt: string, now: number): string {
  return `Active ${timeAgo(lastUsedAt, now)}`;
}
