import type { Notification } from '@curbwrench/contract/notifications/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { Link } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { displayDayHeading } from '@curbwrench/contract/fields/calendar';
import { getErrorMessageWithStatus, getErrorMessage } from '../api/api-error.ts';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { dateIn, displayInstantIn, timeAgo } from '../lib/business-time.ts';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showFailureToast } from '../ui/toast-store.ts';
import { useNow } from '../ui/use-now.ts';
import { getUnreadRange, describeNotification } from './notification-text.ts';
import { useNotifications, useMarkNotificationsRead, useUnreadCount } from './queries.ts';

const dayMs = 86_400_000;

interface NotificationListProps {
  /** Called when a link is followed. */
  onLeave: () => void;
}

/** Lists notifications, newest first, and marks every listed notification as read. */
export function NotificationList({ onLeave }: NotificationListProps) {
  const { query, more } = useNotifications();
  const unread = useUnreadCount() ?? 0;
  const markRead = useMarkNotificationsRead();
  const newIds = useNewIds(query.data);
  const isVisible = useIsVisible();
  const unreadRange = getUnreadRange(query.data ?? []);
  const [from, to] = [unreadRange?.from, unreadRange?.to];
  const { mutate } = markRead;
  useEffect(() => {
    if (isVisible && from !== undefined && to !== undefined) mutate({ from, to });
  }, [isVisible, from, to, mutate]);

  // Everything shown is read, so any unread notifications are further down.
  const hasMoreUnread = unreadRange === null && unread > 0;
  const latest = query.data?.[0];
  return (
    <section
      aria-label="Notification list"
      className="-m-3 flex max-h-[min(75dvh,38rem)] flex-col overflow-hidden"
    >
      <header className="flex min-h-14 shrink-0 items-center justify-between gap-3 border-b border-line px-4">
        <h2 className="text-lg">Notifications</h2>
        <RestoreFocus>
          {hasMoreUnread && latest && (
            <Button
              size="sm"
              pending={markRead.isPending}
              onClick={() => mutate({ from: 1, to: latest.id }, { onError: showFailure })}
            >
              Mark all as read
            </Button>
          )}
        </RestoreFocus>
      </header>
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        <Loaded
          query={query}
          skeleton={<LineSkeletons />}
          failure="We couldn't load your notifications."
          getCause={getErrorMessage}
        >
          {(notifications) =>
            notifications.length === 0 ? (
              <EmptyState icon={<BellOff aria-hidden />}>
                No notifications. Updates about your appointments appear here.
              </EmptyState>
            ) : (
              <>
                <ul className="divide-y divide-line">
                  {notifications.map((notification) => (
                    <li key={notification.id}>
                      <NotificationLine
                        notification={notification}
                        isNew={newIds.has(notification.id)}
                        onLeave={onLeave}
                      />
                    </li>
                  ))}
                </ul>
                <ShowMore noun="notifications" more={more} />
              </>
            )
          }
        </Loaded>
      </div>
    </section>
  );
}

function showFailure(error: Error): void {
  showFailureToast('Failed to mark notifications as read', getErrorMessageWithStatus(error));
}

interface NotificationLineProps {
  notification: Notification;
  isNew: boolean;
  onLeave: () => void;
}

function NotificationLine({ notification, isNew, onLeave }: NotificationLineProps) {
  const { role } = useSignedInUser();
  const money = useMoney();
  const { timeZone } = useBusiness();
  const now = useNow();
  const { at } = notification;
  const { title, details } = describeNotification(notification, role, money);
  const age =
    now - Date.parse(at) < dayMs
      ? timeAgo(at, now)
      : displayDayHeading(dateIn(timeZone, at), dateIn(timeZone, now));
  return (
    <NotificationLink notification={notification} onLeave={onLeave}>
      <span
        aria-hidden
        className={isNew ? 'mt-2 size-2 shrink-0 rounded-full bg-danger' : 'mt-2 size-2 shrink-0'}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className={isNew ? 'font-semibold wrap-anywhere' : 'wrap-anywhere'}>
            {isNew && <span className="sr-only">New: </span>}
            {title}
          </span>
          <span className="text-xs text-ink-faint">
            <RelativeTime instant={at} exact={displayInstantIn(timeZone, at)}>
              {age}
            </RelativeTime>
          </span>
        </span>
        {details !== null && (
          <span className="figures mt-0.5 block text-sm text-pretty text-ink-soft wrap-anywhere">
            {details}
          </span>
        )}
      </span>
    </NotificationLink>
  );
}

const lineClass = 'flex min-h-touch gap-3 px-4 py-3 text-left';

/** Links a notification to its subject, if the viewer can open it. */
function NotificationLink({
  notification: { kind, appointment, subject },
  onLeave,
  children,
}: {
  notification: Notification;
  onLeave: () => void;
  children: ReactNode;
}) {
  const { role } = useSignedInUser();
  const linkProps = {
    onClick: onLeave,
    className: `${lineClass} transition-colors hover:bg-well focus-visible:-outline-offset-3`,
  };
  if (kind === 'message') {
    // A conversation has the same id as its customer or mechanic; the URL of the viewer's own conversation
    // needs no id.
    return (
      <Link
        {...linkProps}
        to={paths.chatSupport}
        search={isOfficeRole(role) ? { customer: subject.id } : {}}
      >
        {children}
      </Link>
    );
  }
  if (kind === 'sick' && isOfficeRole(role)) {
    // On this page, the office reassigns the mechanic's jobs.
    return (
      <Link {...linkProps} to={paths.serviceAdvisor}>
        {children}
      </Link>
    );
  }
  if (!appointment) return <div className={lineClass}>{children}</div>;
  return (
    <Link {...linkProps} to={paths.appointment} params={{ id: String(appointment.id) }}>
      {children}
    </Link>
  );
}

/** Returns the ids that were unread when first shown; they stay marked as new while the list is open. */
function useNewIds(notifications: readonly Notification[] | undefined): ReadonlySet<number> {
  const [newIds, setNewIds] = useState<ReadonlySet<number>>(new Set());
  const newlyUnread = notifications?.filter(({ id, read }) => !read && !newIds.has(id)) ?? [];
  if (newlyUnread.length > 0) setNewIds(new Set([...newIds, ...newlyUnread.map(({ id }) => id)]));
  return newIds;
}

/** Returns whether the page is visible; in a hidden browser tab, nothing is marked as read. */
function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const handleChange = () => setIsVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', handleChange);
    return () => document.removeEventListener('visibilitychange', handleChange);
  }, []);
  return isVisible;
}

function LineSkeletons() {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="px-9 py-3.5">
          <Skeleton className="h-5 w-52" />
          <Skeleton className="mt-2 h-4 w-64" />
        </div>
      ))}
    </div>
  );
}
