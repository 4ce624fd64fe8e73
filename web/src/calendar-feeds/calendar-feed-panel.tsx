import type { CalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage, getErrorMessageWithStatus } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import { getFullName } from '../lib/people.ts';
import { mechanicsQuery } from '../mechanics/queries.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { RowList } from '../ui/row-list.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { showFailureToast } from '../ui/toast-store.ts';
import {
  EndFeedDialog,
  FeedUrlDialog,
  RenewFeedDialog,
  type FeedSubject,
} from './feed-dialogs.tsx';
import { useCalendarFeeds, useRenewCalendarFeed } from './queries.ts';

type OpenDialog =
  | { readonly name: 'url'; readonly url: string }
  | { readonly name: 'renew'; readonly subject: FeedSubject }
  | { readonly name: 'end'; readonly feed: CalendarFeed; readonly subject: FeedSubject };

/** Lists the viewer's calendar feeds: a mechanic's own, or for the office, one for all jobs and one per mechanic. */
export function CalendarFeedPanel() {
  const query = useCalendarFeeds();
  const { subjects, query: subjectsQuery } = useFeedSubjects();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const showUrl = (url: string) => setDialog({ name: 'url', url });
  return (
    <Panel
      title="Calendar feed"
      subtitle="See jobs in Google Calendar, Apple Calendar, or Outlook with a private link."
      className="max-w-3xl"
      flush
    >
      <Loaded
        query={subjects === undefined ? { ...subjectsQuery, data: undefined } : query}
        skeleton={<TableSkeleton rows={1} />}
        failure="We couldn't load your calendar feeds."
        getCause={getErrorMessage}
      >
        {(feeds) => (
          <RestoreFocus>
            <RowList label="Calendar feeds" bare>
              {subjects?.map((subject) => (
                <FeedRow
                  key={subject.mechanicId ?? ''}
                  subject={subject}
                  feed={feeds.find(({ mechanicId }) => mechanicId === subject.mechanicId)}
                  onCreated={showUrl}
                  onOpen={setDialog}
                />
              ))}
            </RowList>
          </RestoreFocus>
        )}
      </Loaded>
      {dialog?.name === 'url' && <FeedUrlDialog url={dialog.url} onClose={close} />}
      {dialog?.name === 'renew' && (
        <RenewFeedDialog subject={dialog.subject} onRenewed={showUrl} onClose={close} />
      )}
      {dialog?.name === 'end' && (
        <EndFeedDialog feed={dialog.feed} subject={dialog.subject} onClose={close} />
      )}
    </Panel>
  );
}

/** Returns whose jobs the viewer can get as a feed; undefined until the mechanics have loaded. */
function useFeedSubjects() {
  const user = useSignedInUser();
  const isOfficeStaff = isOfficeRole(user.role);
  const query = useQuery({ ...mechanicsQuery, enabled: isOfficeStaff });
  if (!isOfficeStaff) return { query, subjects: [{ mechanicId: user.id, name: 'your jobs' }] };
  const mechanics = query.data?.map((mechanic) => ({
    mechanicId: mechanic.id,
    name: getFullName(mechanic),
  }));
  return { query, subjects: mechanics && [{ mechanicId: null, name: 'all jobs' }, ...mechanics] };
}

interface FeedRowProps {
  subject: FeedSubject;
  /** Undefined if the viewer has no feed for these jobs. */
  feed: CalendarFeed | undefined;
  onCreated: (url: string) => void;
  onOpen: (dialog: OpenDialog) => void;
}

function FeedRow({ subject, feed, onCreated, onOpen }: FeedRowProps) {
  const { timeZone } = useBusiness();
  const renew = useRenewCalendarFeed();

  function create() {
    renew.mutate(subject.mechanicId, {
      onSuccess: ({ url }) => onCreated(url),
      onError: (error) =>
        showFailureToast('Failed to create the link', getErrorMessageWithStatus(error)),
    });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere first-letter:uppercase">{subject.name}</p>
        <p className="text-sm text-ink-soft">
          {feed ? (
            <>
              On since <span className="figures">{displayInstantIn(timeZone, feed.createdAt)}</span>
            </>
          ) : (
            'Off'
          )}
        </p>
      </div>
      {feed ? (
        <span className="flex flex-wrap gap-2">
          <Button
            size="sm"
            aria-label={`Replace link for ${subject.name}`}
            onClick={() => onOpen({ name: 'renew', subject })}
          >
            Replace link
          </Button>
          <Button
            size="sm"
            aria-label={`Turn off the feed for ${subject.name}`}
            onClick={() => onOpen({ name: 'end', feed, subject })}
          >
            Turn off
          </Button>
        </span>
      ) : (
        <Button
          size="sm"
          aria-label={`Create link for ${subject.name}`}
          pending={renew.isPending}
          pendingLabel="Creating..."
          onClick={create}
        >
          Create link
        </Button>
      )}
    </div>
  );
}
