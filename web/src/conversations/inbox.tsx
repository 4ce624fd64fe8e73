import { displayDayHeading, displayTime } from '@curbwrench/contract/fields/calendar';
import type { Conversation } from '@curbwrench/contract/conversations/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { Link } from '@tanstack/react-router';
import { Inbox as InboxIcon, Wrench } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { dateIn, displayInstantIn, timeIn } from '../lib/business-time.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { ShortSearchHint } from '../forms/short-search-hint.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { useConversations, type InboxFilters } from './queries.ts';
import { useUnread } from './use-unread.ts';

/** Lists each person's conversation with the office, newest first. */
export function Inbox({ selectedId }: { selectedId: string | undefined }) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const filters = { search: useDeferredValue(search.trim()), isUnreadOnly };
  const { query, more } = useConversations(filters);
  const counts = useUnread().data;
  return (
    <>
      <div className="grid gap-2 border-b border-line p-3">
        <label htmlFor={`${id}-search`} className="sr-only">
          Search by name
        </label>
        <SearchInput
          id={`${id}-search`}
          placeholder="Search by name"
          maxLength={textLimits.search}
          value={search}
          hint={<ShortSearchHint text={search.trim()} textOnly className="text-ink-soft" />}
          onChange={({ target }) => setSearch(target.value)}
        />
        <div role="group" aria-label="Filter conversations" className="flex gap-2">
          <FilterButton isActive={!isUnreadOnly} onSelect={() => setUnreadOnly(false)}>
            All
          </FilterButton>
          <FilterButton isActive={isUnreadOnly} onSelect={() => setUnreadOnly(true)}>
            Unread
            {counts && <span className="figures font-normal"> {counts.conversations}</span>}
          </FilterButton>
        </div>
      </div>
      <div className="min-h-0 flex-1 lg:overflow-y-auto">
        <Loaded
          query={query}
          skeleton={<TableSkeleton rows={6} />}
          failure="We couldn't load the conversations."
          getCause={getErrorMessage}
        >
          {(conversations) => (
            <>
              {conversations.length === 0 ? (
                <EmptyState icon={<InboxIcon aria-hidden />}>{emptyText(filters)}</EmptyState>
              ) : (
                <ul aria-label="Conversations" className="divide-y divide-line">
                  {conversations.map((conversation) => (
                    <li key={conversation.id}>
                      <InboxRow
                        conversation={conversation}
                        isSelected={conversation.id === selectedId}
                      />
                    </li>
                  ))}
                </ul>
              )}
              <ShowMore noun="conversations" more={more} />
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

function emptyText({ search, isUnreadOnly }: InboxFilters): string {
  if (search !== '') {
    return isUnreadOnly
      ? 'No unread messages from anyone by that name.'
      : 'No conversations with anyone by that name.';
  }
  return isUnreadOnly ? 'No unread messages.' : 'No messages yet.';
}

interface FilterButtonProps {
  isActive: boolean;
  onSelect: () => void;
  children: React.ReactNode;
}

function FilterButton({ isActive, onSelect, children }: FilterButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isActive}
      onClick={onSelect}
      className={classNames(
        'min-h-9 rounded-full border px-3.5 text-sm font-semibold transition-colors pointer-coarse:min-h-touch',
        isActive
          ? 'border-ink bg-ink text-paper'
          : 'border-line-strong text-ink-soft hover:bg-well hover:text-ink',
      )}
    >
      {children}
    </button>
  );
}

function InboxRow({
  conversation,
  isSelected,
}: {
  conversation: Conversation;
  isSelected: boolean;
}) {
  const { id, person, unread, lastMessage } = conversation;
  const name = getFullName(person);
  const isMechanic = person.role !== 'customer';
  return (
    <Link
      to={paths.chatSupport}
      search={person.role === 'customer' ? { customer: id } : { mechanic: id }}
      resetScroll={false}
      aria-current={isSelected ? 'true' : undefined}
      className="relative flex min-h-18 items-center gap-3 px-4 py-2.5 transition-colors hover:bg-well focus-visible:-outline-offset-4 aria-[current=true]:bg-well aria-[current=true]:before:absolute aria-[current=true]:before:inset-y-0 aria-[current=true]:before:left-0 aria-[current=true]:before:w-1 aria-[current=true]:before:bg-ink"
    >
      <Avatar initials={getInitials(person)} imageUrl={person.profileImageUrl} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={classNames('truncate', unread > 0 ? 'font-bold' : 'font-semibold')}>
            {name}
          </span>
          {isMechanic && (
            <span className="inline-flex shrink-0 items-center gap-1 text-xs text-ink-faint">
              <Wrench className="size-3.5" aria-hidden />
              {/* On a desktop the list is narrow, and the name needs the space. */}
              <span className="lg:sr-only">Mechanic</span>
            </span>
          )}
          {lastMessage && <SentAt instant={lastMessage.sentAt} />}
        </span>
        <span className="mt-0.5 flex items-center gap-2">
          <span
            className={classNames(
              'min-w-0 flex-1 truncate text-sm',
              unread > 0 ? 'font-medium text-ink' : 'text-ink-soft',
            )}
          >
            {lastMessage && <Snippet message={lastMessage} />}
          </span>
          <UnreadCount count={unread} />
        </span>
      </span>
    </Link>
  );
}

function Snippet({ message }: { message: NonNullable<Conversation['lastMessage']> }) {
  const { from, isOwn, authorName, text } = message;
  const author = isOwn ? 'You' : from === 'office' ? (authorName ?? 'Office') : null;
  return (
    <>
      {author !== null && `${author}: `}
      {text ?? "This message was deleted with its author's account."}
    </>
  );
}

/** Shows the time of a message sent today, otherwise the date. */
function SentAt({ instant }: { instant: string }) {
  const { timeZone } = useBusiness();
  const today = useToday();
  const date = dateIn(timeZone, instant);
  return (
    <time
      dateTime={instant}
      title={displayInstantIn(timeZone, instant)}
      className="figures ml-auto shrink-0 text-xs text-ink-faint"
    >
      {date === today ? displayTime(timeIn(timeZone, instant)) : displayDayHeading(date, today)}
    </time>
  );
}

interface UnreadCountProps {
  /** Nothing is shown for 0. */
  count: number;
}

/** Shows the number of unread messages as a small round badge. */
function UnreadCount({ count }: UnreadCountProps) {
  if (count === 0) return null;
  return (
    <span className="figures inline-flex min-w-5.5 shrink-0 items-center justify-center rounded-full bg-info px-1.5 text-xs leading-5.5 font-bold text-paper">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}
