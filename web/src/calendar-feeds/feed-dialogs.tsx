import type { CalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';
import { useEndCalendarFeed, useRenewCalendarFeed } from './queries.ts';

interface FeedUrlDialogProps {
  url: string;
  onClose: () => void;
}

/** Shows a feed's new URL, which can't be shown again, and how to use it. */
export function FeedUrlDialog({ url, onClose }: FeedUrlDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Your calendar link"
      footer={
        <>
          <CopyButton text={url}>Copy link</CopyButton>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p>
          In Google Calendar, Apple Calendar, or Outlook, choose “From URL” or “Subscribe to
          calendar” and paste this link. Your calendar will update automatically. Most calendar apps
          check for changes every few hours.
        </p>
        <Field
          label="Link"
          hint="Keep it private: anyone who has it can see these jobs. We won't show it again."
        >
          {({ id, 'aria-describedby': describedBy }) => (
            <TextInput
              id={id}
              aria-describedby={describedBy}
              data-secret
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

/** Whose jobs a feed contains. */
export interface FeedSubject {
  /** Null for all jobs. */
  readonly mechanicId: string | null;
  /** For the middle of a sentence: 'all jobs', 'Sam Rivera'. */
  readonly name: string;
}

interface FeedSubjectProps {
  subject: FeedSubject;
  onClose: () => void;
}

interface RenewFeedDialogProps extends FeedSubjectProps {
  onRenewed: (url: string) => void;
}

/** Asks for confirmation before a feed gets a new URL, because its old URL stops working. */
export function RenewFeedDialog({ subject, onRenewed, onClose }: RenewFeedDialogProps) {
  const renew = useRenewCalendarFeed();

  function confirm() {
    renew.mutate(subject.mechanicId, {
      onSuccess: ({ url }) => onRenewed(url),
      onError: (error) =>
        showFailureToast('Failed to create the link', getErrorMessageWithStatus(error)),
    });
  }

  return (
    <ConfirmDialog
      title={`Replace the calendar link for ${subject.name}?`}
      description="The old link will stop working. Calendars using it will stop updating until you add the new link to them."
      action="Replace link"
      pendingLabel="Creating..."
      pending={renew.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

interface EndFeedDialogProps extends FeedSubjectProps {
  feed: CalendarFeed;
}

/** Asks for confirmation before a feed is turned off. */
export function EndFeedDialog({ feed, subject, onClose }: EndFeedDialogProps) {
  const end = useEndCalendarFeed();

  function confirm() {
    end.mutate(feed.id, {
      onSuccess: () => {
        showToast({ title: 'Calendar feed turned off' });
        onClose();
      },
      onError: (error) =>
        showFailureToast('Failed to turn off the calendar feed', getErrorMessageWithStatus(error)),
    });
  }

  return (
    <ConfirmDialog
      title={`Turn off the calendar feed for ${subject.name}?`}
      description="Its link will stop working. Calendars using it will stop updating."
      action="Turn off"
      pendingLabel="Turning off..."
      pending={end.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
