import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import { Link } from '@tanstack/react-router';
import {
  CalendarClock,
  CalendarPlus,
  CalendarX2,
  FileText,
  MessageSquareText,
  Navigation,
  Phone,
} from 'lucide-react';
import { useState } from 'react';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass, type ButtonVariant } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { showFailureToast } from '../ui/toast-store.ts';
import { canTrackByLink, getPrimaryAction } from './link-page-state.ts';
import { useLinkedFile } from './queries.ts';

const TrackDialog = lazyComponent(
  async () => (await import('./link-track-dialog.tsx')).LinkTrackDialog,
);
const RescheduleDialog = lazyComponent(
  async () => (await import('./link-reschedule-dialog.tsx')).LinkRescheduleDialog,
);
const CancelDialog = lazyComponent(
  async () => (await import('./link-cancel-dialog.tsx')).LinkCancelDialog,
);
const MessageDialog = lazyComponent(
  async () => (await import('./link-message-dialog.tsx')).LinkMessageDialog,
);

interface LinkActionsProps {
  token: string;
  appointment: LinkedAppointment;
}

type DialogName = 'track' | 'reschedule' | 'cancel' | 'message';

const iconClass = 'size-5 shrink-0';

/** Shows what the holder of a link can do now, the most likely action first. */
export function LinkActions({ token, appointment }: LinkActionsProps) {
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const { name, phone } = useBusiness();
  const close = () => setOpenDialog(null);
  const primary = getPrimaryAction(appointment, useToday());
  const { isOver, actions } = appointment;
  const find = (action: 'reschedule' | 'cancel') => actions.find((each) => each.action === action);
  const reschedule = find('reschedule');
  const cancel = find('cancel');
  // Both are disabled for the same reason, which is shown once.
  const disabledReason = reschedule?.reason ?? cancel?.reason ?? null;
  const trackButton = (
    <Button
      variant={primary === 'track' ? 'primary' : 'secondary'}
      size={primary === 'track' ? 'lg' : 'md'}
      icon={<Navigation className={iconClass} aria-hidden />}
      onPointerEnter={() => void TrackDialog.preload()}
      onClick={() => setOpenDialog('track')}
    >
      Track Mechanic
    </Button>
  );
  return (
    <section aria-label="What you can do" className="grid gap-2.5 print:hidden">
      {primary === 'track' && trackButton}
      <FileButton token={token} appointment={appointment} isPrimary={primary === 'document'} />
      {primary === 'book' && (
        <Link to={paths.bookService} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          <CalendarPlus className={iconClass} aria-hidden />
          Book Service
        </Link>
      )}
      {!isOver && (
        <>
          <CalendarButton
            token={token}
            variant={primary === 'calendar' ? 'primary' : 'secondary'}
          />
          {primary !== 'track' && canTrackByLink(appointment) && trackButton}
          <Button
            icon={<MessageSquareText className={iconClass} aria-hidden />}
            onClick={() => setOpenDialog('message')}
          >
            Message the office
          </Button>
        </>
      )}
      {reschedule && (
        <Button
          icon={<CalendarClock className={iconClass} aria-hidden />}
          disabledReason={reschedule.reason}
          onClick={() => setOpenDialog('reschedule')}
        >
          Reschedule
        </Button>
      )}
      {cancel && (
        <Button
          icon={<CalendarX2 className={iconClass} aria-hidden />}
          disabledReason={cancel.reason}
          onClick={() => setOpenDialog('cancel')}
        >
          Cancel appointment
        </Button>
      )}
      {disabledReason !== null && (
        <p aria-hidden className="text-sm text-ink-soft">
          {disabledReason}
        </p>
      )}
      {phone !== null && (
        <a href={telephoneUrl(phone)} className={buttonClass({ variant: 'ghost' })}>
          <Phone className={iconClass} aria-hidden />
          Call {name}
        </a>
      )}
      {openDialog && (
        <LazyDialog onClose={close}>
          {openDialog === 'track' && (
            <TrackDialog token={token} appointment={appointment} onClose={close} />
          )}
          {openDialog === 'reschedule' && (
            <RescheduleDialog token={token} appointment={appointment} onClose={close} />
          )}
          {openDialog === 'cancel' && (
            <CancelDialog token={token} appointment={appointment} onClose={close} />
          )}
          {openDialog === 'message' && <MessageDialog token={token} onClose={close} />}
        </LazyDialog>
      )}
    </section>
  );
}

function CalendarButton({ token, variant }: { token: string; variant: ButtonVariant }) {
  const file = useLinkedFile(token);
  return (
    <Button
      variant={variant}
      size={variant === 'primary' ? 'lg' : 'md'}
      icon={<CalendarPlus className={iconClass} aria-hidden />}
      pending={file.isPending}
      onClick={() =>
        file.mutate('calendar', {
          onError: (error) =>
            showFailureToast(
              "We couldn't create the calendar file",
              getErrorMessageWithStatus(error),
            ),
        })
      }
    >
      Add to calendar
    </Button>
  );
}

function FileButton({ token, appointment, isPrimary }: LinkActionsProps & { isPrimary: boolean }) {
  const file = useLinkedFile(token);
  const { document } = appointment;
  if (document === null) return null;
  return (
    <Button
      variant={isPrimary ? 'primary' : 'secondary'}
      size={isPrimary ? 'lg' : 'md'}
      icon={<FileText className={iconClass} aria-hidden />}
      pending={file.isPending}
      onClick={() =>
        file.mutate(document, {
          onError: (error) =>
            showFailureToast(
              `We couldn't create your ${document}`,
              getErrorMessageWithStatus(error),
            ),
        })
      }
    >
      {document === 'receipt' ? 'Download Receipt' : 'Download Invoice'}
    </Button>
  );
}
