import { displayId } from '@curbwrench/contract/fields/display-id';
import { messageKinds } from '@curbwrench/contract/messaging/kinds';
import type { MessageLogEntry } from '@curbwrench/contract/messaging/schemas';
import { messageChannelLabels } from '@curbwrench/contract/messaging/template-keys';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import { paths } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { KeyTag } from '../ui/key-tag.tsx';
import { channelIcons } from './channel-icons.ts';
import { getStateReason, messageStateDetails } from './message-state.ts';

interface MessageRowProps {
  message: MessageLogEntry;
  /** Whether to link to the appointment that the message is about. */
  showAppointment?: boolean;
}

/** Shows one message: its kind, recipient, time and delivery status. Admins can also read its text. */
export function MessageRow({ message, showAppointment = false }: MessageRowProps) {
  const { timeZone } = useBusiness();
  const textId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { kind, channel, state, recipientName, recipient, appointmentId } = message;
  const details = messageStateDetails[state];
  const reason = getStateReason(message);
  const ChannelIcon = channelIcons[channel];
  const shownTime = message.sentAt ?? message.createdAt;
  return (
    <div className="@container">
      <div className="grid gap-1 px-4 py-3 sm:px-5 @3xl:grid-cols-2 @3xl:items-center @3xl:gap-x-6 @3xl:py-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 @3xl:col-span-2">
          <p className="font-semibold wrap-anywhere">{messageKinds[kind].label}</p>
          <time dateTime={shownTime} className="figures text-sm whitespace-nowrap text-ink-soft">
            {displayInstantIn(timeZone, shownTime)}
          </time>
        </div>
        <p className="flex min-w-0 items-start gap-1.5 text-sm text-ink-soft">
          <ChannelIcon className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            {messageChannelLabels[channel]} to {recipientName}
            {recipient !== null && ` (${recipient})`}
          </span>
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 @3xl:mt-0 @3xl:justify-end">
          <Badge tone={details.tone} icon={<details.Icon aria-hidden />}>
            {details.label}
          </Badge>
          {reason !== null && <span className="text-sm wrap-anywhere">{reason}</span>}
          {showAppointment && appointmentId !== null && (
            <Link
              to={paths.appointment}
              params={{ id: String(appointmentId) }}
              aria-label={`Appointment ${displayId(appointmentId)}`}
              className="inline-flex min-h-touch items-center"
            >
              <KeyTag>{displayId(appointmentId)}</KeyTag>
            </Link>
          )}
          {message.text !== null && (
            <Button
              variant="ghost"
              size="sm"
              className="-mx-3"
              aria-expanded={isOpen}
              aria-controls={textId}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? 'Hide message' : 'Show message'}
            </Button>
          )}
        </div>
        {message.text !== null && (
          <div
            id={textId}
            hidden={!isOpen}
            className="mt-1 max-w-prose rounded-md bg-well px-4 py-3 @3xl:col-span-2"
          >
            {message.subject !== null && message.subject !== '' && (
              <p className="mb-2 font-semibold wrap-anywhere">{message.subject}</p>
            )}
            <p className="wrap-anywhere whitespace-pre-line">{message.text}</p>
          </div>
        )}
      </div>
    </div>
  );
}
