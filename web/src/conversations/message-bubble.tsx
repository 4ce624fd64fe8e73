import type { Message } from '@curbwrench/contract/conversations/schemas';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { CircleAlert, LoaderCircle, RotateCw, Trash2 } from 'lucide-react';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn, timeIn } from '../lib/business-time.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import type { UnsentMessage } from './unsent-messages.ts';

const bubbleClass =
  'w-fit max-w-[min(100%,38rem)] rounded-lg px-3.5 py-2 whitespace-pre-wrap wrap-anywhere text-left';

/**
 * Renders one message; the first of several by the same author shows the author and the time. A link in the message
 * is shown as plain text, so that a click can't open another site.
 */
export function MessageBubble({ message, isFirst }: { message: Message; isFirst: boolean }) {
  const { timeZone } = useBusiness();
  const { isOwn, from, text, sentAt, linkAppointmentId, sentBySms } = message;
  const author = isOwn ? 'You' : (message.authorName ?? 'Former user');
  const exact = displayInstantIn(timeZone, sentAt);
  return (
    <article
      className={classNames(
        'flex flex-col',
        isOwn ? 'items-end pl-10' : 'items-start pr-10',
        isFirst ? 'mt-3' : 'mt-1',
      )}
    >
      <p
        className={classNames(
          'mb-0.5 flex max-w-full gap-2 px-1 text-xs text-ink-faint',
          !isFirst && 'sr-only',
        )}
      >
        <span className="truncate font-semibold text-ink-soft">
          {author}
          {from === 'office' && !isOwn && <span className="font-normal"> · Office</span>}
          {sentBySms && <span className="font-normal"> · Text message</span>}
          {linkAppointmentId !== null && (
            <span className="font-normal"> · Via the link for {displayId(linkAppointmentId)}</span>
          )}
        </span>
        <time dateTime={sentAt} title={exact} className="figures shrink-0">
          {displayTime(timeIn(timeZone, sentAt))}
        </time>
      </p>
      {text === null ? (
        <p
          className={classNames(
            bubbleClass,
            'border border-dashed border-line text-ink-faint italic',
          )}
        >
          This message was deleted with its author's account.
        </p>
      ) : (
        <p
          dir="auto"
          title={exact}
          className={classNames(
            bubbleClass,
            isOwn ? 'bg-ink text-paper' : 'border border-line bg-sheet',
          )}
        >
          {text}
        </p>
      )}
    </article>
  );
}

interface UnsentBubbleProps {
  message: UnsentMessage;
  onRetry: () => void;
  onDiscard: () => void;
}

/** Renders the viewer's own message while it is being sent; after a failure, with buttons to retry or discard it. */
export function UnsentBubble({ message, onRetry, onDiscard }: UnsentBubbleProps) {
  const { text, failure } = message;
  return (
    <article className="mt-1 flex flex-col items-end pl-10">
      <p
        dir="auto"
        className={classNames(
          bubbleClass,
          failure === null ? 'bg-ink/75 text-paper' : 'border-2 border-alert-edge bg-alert-wash',
        )}
      >
        <span className="sr-only">You: </span>
        {text}
      </p>
      {failure === null ? (
        <p className="mt-0.5 flex items-center gap-1.5 px-1 text-xs text-ink-faint">
          <LoaderCircle className="size-3 animate-spin" aria-hidden />
          Sending...
        </p>
      ) : (
        <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
          <p className="flex items-start gap-1.5 px-1 text-sm font-medium text-alert">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            Not sent. {failure}
          </p>
          <Button size="sm" icon={<RotateCw className="size-4" aria-hidden />} onClick={onRetry}>
            Try again
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 className="size-4" aria-hidden />}
            onClick={onDiscard}
          >
            Discard
          </Button>
        </div>
      )}
    </article>
  );
}
