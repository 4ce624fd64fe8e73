import { Bell } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Popover } from '../ui/popover.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useUnreadCount } from './queries.ts';

// The header shows how many there are; the list comes when somebody wants to read it.
const NotificationList = lazyComponent(
  async () => (await import('./notification-list.tsx')).NotificationList,
);

/** The bell in the header, with how much is unread. */
export function NotificationBell() {
  const unread = useUnreadCount() ?? 0;
  const badge = badgeOf(unread);
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Notifications"
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-96"
      trigger={
        <button
          type="button"
          aria-label={bellLabelOf(unread)}
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
        <NotificationList onLeave={() => setOpen(false)} />
      </LazyPart>
    </Popover>
  );
}

/** The figure on the bell: exact to 9, then '9+'; nothing where nothing is unread. */
export function badgeOf(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > 9 ? '9+' : String(unread);
}

/** 'Notifications', or 'Notifications, 12 unread'. */
export function bellLabelOf(unread: number): string {
  return unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
}
