interface UnreadCountProps {
  /** 0: nothing is shown. */
  count: number;
}

/** How much is unread, as a small round mark. */
export function UnreadCount({ count }: UnreadCountProps) {
  if (count === 0) return null;
  return (
    <span className="figures inline-flex min-w-5.5 shrink-0 items-center justify-center rounded-full bg-info px-1.5 text-xs leading-5.5 font-bold text-paper">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}
