import { Bell } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Popover } from '../ui/popover.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useUnreadCount } from './queries.ts';

// The header shows only the count; the list is loaded when the bell is first used.
const NotificationList = lazyComponent(
  async () => (await import('./notification-list.tsx')).NotificationList,
);

/** Renders the bell in the header with the unread count, and the list that it opens. */
export function NotificationBell() {
  const unread = useUnreadCount() ?? 0;
  const badge = getUnreadBadge(unread);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Notifications"
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      className="w-96"
      trigger={
        <button
          type="button"
          aria-label={getBellLabel(unread)}
          onPointerEnter={() => void NotificationList.preload()}
          className="relative inline-flex size-touch items-center justify-center rounded-full text-ink-soft hover:text-ink"
        >
          <Bell className="size-6" aria-hidden />
          {badge && (
            <span
              aria-hidden
              className="figures absolute top-0.5 right-0 min-w-5 rounded-full border-2 border-sheet bg-danger px-1 text-center text-xs leading-4 font-bold text-on-danger"
            >
              {badge}
            </span>
          )}
        </button>
      }
    >
      <LazyPart skeleton={<Skeleton className="h-44" />}>
        <NotificationList onLeave={() => setIsOpen(false)} />
      </LazyPart>
    </Popover>
  );
}

/** Returns the number on the bell: exact up to 9, then '9+'; null if nothing is unread. */
export function getUnreadBadge(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > 9 ? '9+' : String(unread);
}

/** Returns 'Notifications', or 'Notifications, 12 unread'. */
export function getBellLabel(unread: number): string {
  return unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
}
