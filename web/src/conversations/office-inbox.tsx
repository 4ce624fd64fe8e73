import { roleLabels } from '@curbwrench/contract/people/roles';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, MessagesSquare } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FillScreen, threadFrameClass } from './fill-screen.tsx';
import { Inbox } from './inbox.tsx';
import { useConversation } from './queries.ts';
import { Thread, ThreadSkeleton } from './thread.tsx';

/**
 * Shows all conversations next to the open one. A phone shows either the list or the conversation, and the
 * browser's Back button returns to the list.
 */
export function OfficeInbox({ selectedId }: { selectedId: string | undefined }) {
  return (
    <FillScreen
      className={classNames(
        threadFrameClass,
        'lg:grid lg:grid-cols-[22rem_minmax(0,1fr)]',
        selectedId === undefined && 'max-lg:h-auto',
      )}
    >
      <section
        aria-labelledby="inbox"
        className={classNames(
          'flex min-h-0 flex-col bg-sheet lg:border-r lg:border-line',
          selectedId !== undefined && 'max-lg:hidden',
        )}
      >
        <h1 id="inbox" className="px-4 pt-4 text-2xl">
          Messages
        </h1>
        <Inbox selectedId={selectedId} />
      </section>
      {selectedId === undefined ? (
        <div className="hidden place-items-center lg:grid">
          <EmptyState icon={<MessagesSquare aria-hidden />}>
            Choose a conversation to read it and reply.
          </EmptyState>
        </div>
      ) : (
        <OpenConversation key={selectedId} personId={selectedId} />
      )}
    </FillScreen>
  );
}

function OpenConversation({ personId }: { personId: string }) {
  const query = useConversation(personId);
  const person = query.data?.person;
  const name = person && getFullName(person);
  return (
    <section aria-label={name ?? 'Conversation'} className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-14 items-center gap-3 border-b border-line bg-sheet px-2 py-2 lg:px-5">
        <Link
          to={paths.chatSupport}
          className="inline-flex size-touch shrink-0 items-center justify-center rounded-md hover:bg-well lg:hidden"
        >
          <ArrowLeft className="size-5" aria-hidden />
          <span className="sr-only">All conversations</span>
        </Link>
        {person ? (
          <>
            <Avatar initials={getInitials(person)} imageUrl={person.profileImageUrl} size="sm" />
            <div className="min-w-0">
              <h2 className="truncate text-lg">{name}</h2>
              <p className="text-sm text-ink-soft">{roleLabels[person.role]}</p>
            </div>
          </>
        ) : (
          <Skeleton className="h-6 w-40" />
        )}
      </header>
      <Loaded
        query={query}
        skeleton={<ThreadSkeleton />}
        failure="We couldn't open this conversation."
        getCause={getErrorMessage}
      >
        {(conversation) => (
          <Thread
            conversation={conversation}
            to={getFullName(conversation.person)}
            shouldFocus
            emptyText={`No messages yet. ${conversation.person.firstName} will see your message in Messages.`}
          />
        )}
      </Loaded>
    </section>
  );
}
