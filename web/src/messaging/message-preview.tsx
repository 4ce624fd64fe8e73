import { getButtonLabel } from '@curbwrench/contract/messaging/button-label';
import {
  splitEmailText,
  type EmailParagraph,
} from '@curbwrench/contract/messaging/email-paragraphs';
import { displayId } from '@curbwrench/contract/fields/display-id';
import type { MessagePreview as Preview } from '@curbwrench/contract/messaging/schemas';
import type { MessageTemplateKey } from '@curbwrench/contract/messaging/template-keys';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { useMessagePreview } from './queries.ts';
import { countSmsParts } from './sms-parts.ts';

const debounceDelayMs = 300;

interface MessagePreviewProps {
  templateKey: MessageTemplateKey;
  subject: string | null;
  body: string;
}

/** Shows a preview of a message from this template, which updates as the admin types. */
export function MessagePreview({ templateKey, subject, body }: MessagePreviewProps) {
  const input = useDebounced(JSON.stringify({ subject, body }), debounceDelayMs);
  const { data, error, isFetching, refetch } = useMessagePreview(
    templateKey,
    JSON.parse(input) as Pick<MessagePreviewProps, 'subject' | 'body'>,
  );
  if (error) {
    return (
      <ErrorState
        title="We couldn't preview this message."
        detail={getErrorMessage(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return data ? (
    <div className="grid content-start gap-2">
      <PreviewedMessage templateKey={templateKey} preview={data} />
      <p className="text-sm text-ink-soft">
        {describeSource(templateKey, data)}
        {templateKey.channel === 'sms' && ` ${describeLength(data.text)}`}
      </p>
    </div>
  ) : (
    <Skeleton className="h-48 w-full" />
  );
}

/** Returns where the preview's data comes from, as a sentence. */
function describeSource({ kind }: MessageTemplateKey, { appointmentId }: Preview): string {
  if (kind === 'booking_code') return 'Shown with a sample code.';
  return appointmentId === null
    ? "Shown with sample data, since you don't have a matching appointment yet."
    : `Shown with data from appointment ${displayId(appointmentId)}.`;
}

function PreviewedMessage({
  templateKey,
  preview,
}: {
  templateKey: MessageTemplateKey;
  preview: Preview;
}) {
  switch (templateKey.channel) {
    case 'email':
      return <EmailPreview preview={preview} buttonLabel={getButtonLabel(templateKey.kind)} />;
    case 'sms':
      return (
        <p className="max-w-80 rounded-lg rounded-bl-sm bg-well px-4 py-3 wrap-anywhere whitespace-pre-line">
          {preview.text}
        </p>
      );
    case 'push':
      return <PushPreview preview={preview} />;
  }
}

/** Shows an email in the same layout in which the server renders it. */
function EmailPreview({ preview, buttonLabel }: { preview: Preview; buttonLabel: string }) {
  const { name } = useBusiness();
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line">
      <p className="border-b border-line px-4 py-3 font-semibold wrap-anywhere">
        {preview.subject}
      </p>
      <div className="grid gap-4 bg-paper px-4 py-5 wrap-anywhere">
        <p className="text-sm font-bold">{name}</p>
        {splitEmailText(preview.text, preview.link).map((paragraph, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- paragraphs never move
          <PreviewedParagraph key={index} paragraph={paragraph} buttonLabel={buttonLabel} />
        ))}
      </div>
    </div>
  );
}

function PreviewedParagraph({
  paragraph,
  buttonLabel,
}: {
  paragraph: EmailParagraph;
  buttonLabel: string;
}) {
  switch (paragraph.kind) {
    case 'link':
      return (
        <p>
          <span
            className="inline-block rounded-md bg-signal px-5 py-2.5 font-semibold text-on-signal"
            title={paragraph.url}
          >
            {buttonLabel}
          </span>
        </p>
      );
    case 'details':
      return (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {paragraph.details.map(({ label, value }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- details never move
            <div key={index} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      );
    case 'text':
      return <p className="whitespace-pre-line">{paragraph.text}</p>;
  }
}

function PushPreview({ preview }: { preview: Preview }) {
  const { name } = useBusiness();
  return (
    <div className="grid max-w-80 min-w-0 gap-0.5 rounded-lg border border-line bg-well px-4 py-3 wrap-anywhere">
      <p className="text-sm text-ink-soft">{name}</p>
      <p className="font-semibold">{preview.subject}</p>
      <p className="whitespace-pre-line">{preview.text}</p>
    </div>
  );
}

function describeLength(text: string): string {
  const parts = countSmsParts(text);
  return parts === 1
    ? 'Fits in one text message.'
    : `Sends as ${parts} text messages, each billed separately.`;
}
