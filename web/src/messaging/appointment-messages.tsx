import { getErrorMessage } from '../api/api-error.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { RowList } from '../ui/row-list.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { MessageRow } from './message-row.tsx';
import { useMessageLog } from './queries.ts';

interface AppointmentMessagesProps {
  appointmentId: number;
  className?: string;
}

/** Shows the messages about an appointment and their delivery status. For the office. */
export function AppointmentMessages({ appointmentId, className }: AppointmentMessagesProps) {
  const { query, more } = useMessageLog({ appointmentId });
  return (
    <Panel
      title="Messages"
      flush={query.data !== undefined && query.data.length > 0}
      {...(className !== undefined && { className })}
    >
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={2} />}
        failure="We couldn't load the messages."
        getCause={getErrorMessage}
      >
        {(messages) =>
          messages.length === 0 ? (
            <p className="text-ink-soft">No messages about this appointment yet.</p>
          ) : (
            <>
              <RowList label="Messages" bare>
                {messages.map((message) => (
                  <MessageRow key={message.id} message={message} />
                ))}
              </RowList>
              <ShowMore noun="messages" more={more} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
