import { classNames } from '../../ui/class-names.ts';
import { useUnread } from './queries.ts';

interface UnreadCountProps {
  /** 0: nothing is shown. */
  count: number;
  className?: string;
}

/** How much is unread, as a small round mark. */
export function UnreadCount({ count, className }: UnreadCountProps) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        'figures inline-flex min-w-5.5 shrink-0 items-center justify-center rounded-full bg-info px-1.5 text-xs leading-5.5 font-bold text-paper',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}

/** The same beside a way to the messages: for the office how many conversations wait, else how many messages. */
export function UnreadMessages({ office, className }: { office: boolean; className?: string }) {
  const { data } = useUnread();
  const count = (office ? data?.conversations : data?.messages) ?? 0;
  return <UnreadCount count={count} {...(className !== undefined && { className })} />;
}
