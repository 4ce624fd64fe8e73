import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { ChannelNotice } from '../messaging/channel-notice.tsx';
import { MessageLogFilters } from '../messaging/message-log-filters.tsx';
import { MessageRow } from '../messaging/message-row.tsx';
import { useMessageLog } from '../messaging/queries.ts';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';
import { readMessageLogSearch } from '../searches.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { RowList } from '../ui/row-list.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';

const route = getRouteApi(paths.messageLog);

/** Lists the business's messages with their delivery status. The router shows it only to the office. */
export function MessageLogPage() {
  const { role } = useSignedInUser();
  const search = route.useSearch();
  const navigate = useNavigate({ from: paths.messageLog });
  const { query, more } = useMessageLog(search);
  const isFiltered = search.state !== undefined || search.channel !== undefined;
  return (
    <>
      <PageHeading
        title="Message log"
        subtitle="Messages to customers, mechanics, and the office, and whether they were delivered."
      />
      <div className="mb-5 empty:hidden">
        <ChannelNotice showMailLink={role === 'admin'} />
      </div>
      <MessageLogFilters
        search={search}
        onSearchChange={(change) =>
          void navigate({
            search: (before) => readMessageLogSearch({ ...before, ...change }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={6} />}
        failure="We couldn't load the messages."
        getCause={getErrorMessage}
      >
        {(messages) =>
          messages.length === 0 ? (
            <EmptyState framed icon={<Send aria-hidden />}>
              {isFiltered
                ? 'No messages match these filters.'
                : "No messages yet. You'll see them here as appointments are booked and changed."}
            </EmptyState>
          ) : (
            <>
              <RowList label="Messages">
                {messages.map((message) => (
                  <MessageRow key={message.id} message={message} showAppointment />
                ))}
              </RowList>
              <ShowMore noun="messages" more={more} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
