import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { Link } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';
import { useUnread } from './use-unread.ts';

/**
 * Renders the header's link to the messages, with the unread count: for the office the number of conversations,
 * for anyone else the number of messages.
 */
export function MessagesLink() {
  const { role } = useSignedInUser();
  const { data } = useUnread();
  const unread = (isOfficeRole(role) ? data?.conversations : data?.messages) ?? 0;
  return (
    <Link
      to={paths.chatSupport}
      aria-label={unread > 0 ? `Messages, ${unread} unread` : 'Messages'}
      title="Messages"
      className="relative inline-flex size-touch items-center justify-center rounded-full text-ink-soft hover:text-ink aria-[current=page]:text-ink"
    >
      <MessageSquareText className="size-6" aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="figures absolute top-0.5 right-0 min-w-5 rounded-full border-2 border-sheet bg-danger px-1 text-center text-xs leading-4 font-bold text-on-danger"
        >
          {unread > 9 ? '9+' : unread}
        </span>
      )}
    </Link>
  );
}
