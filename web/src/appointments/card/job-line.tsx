import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { useId, type ReactNode } from 'react';
import { DayLabel } from '../../business/day-label.tsx';
import { classNames } from '../../ui/class-names.ts';
import { KeyTag } from '../../ui/key-tag.tsx';
import { toneEdge } from '../../ui/tone.ts';
import {
  getServiceName,
  JobFields,
  missingMechanicLabelsForStaff,
  type JobField,
  type MissingMechanicLabels,
} from './job-fields.tsx';
import { getTone, rowActions, rowGrid } from './job-row.ts';
import { AttentionBadge, attentionText, StatusBadge } from './status-badge.tsx';
import { ViewDetails } from './view-details.tsx';

interface JobLineProps {
  appointment: Appointment;
  /** What to show if no mechanic is assigned or found. */
  missingMechanicLabels?: MissingMechanicLabels;
  /** The level of the heading, which is the service's name. */
  level?: 3 | 4;
  /** Shows the date in the one-line layout too, for a list that isn't grouped by day. */
  showDate?: boolean;
  /** The button that assigns a mechanic; shown instead of the mechanic's name. */
  assignButton?: ReactNode;
  /** More actions, on a second line with the reason why the appointment needs attention. */
  moreActions?: ReactNode;
}

/**
 * Renders an appointment in the office's lists: as a single line of columns, 44 px tall, if there is enough room,
 * and otherwise like the `row` layout of a job card. A job that needs attention has a second line that says why.
 */
export function JobLine({
  appointment,
  missingMechanicLabels = missingMechanicLabelsForStaff,
  level = 3,
  showDate = false,
  assignButton,
  moreActions,
}: JobLineProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  const { id, date, startTime, endTime, status, attention } = appointment;
  return (
    <article
      aria-labelledby={titleId}
      // Keyboard shortcuts move focus between rows.
      data-row
      tabIndex={-1}
      className={classNames(
        '@container min-w-0 border-l-6 bg-sheet -outline-offset-3',
        toneEdge[getTone(appointment)],
      )}
    >
      <div className={classNames('px-4 py-3.5 sm:pr-5', rowGrid, lineGrid)}>
        <div className="figures min-w-0 @md:[grid-area:time]">
          <p className="font-display text-lg leading-tight font-bold whitespace-nowrap @min-[54rem]:text-sm">
            <time dateTime={`${date}T${startTime}`}>{displayTime(startTime)}</time>
            <span className="font-medium text-ink-soft"> – {displayTime(endTime)}</span>
          </p>
          <p
            className={classNames(
              'text-sm text-ink-soft',
              showDate ? '@min-[54rem]:text-xs' : '@min-[54rem]:sr-only',
            )}
          >
            <DayLabel date={date} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 self-start @md:[grid-area:badges] @md:justify-end @3xl:justify-start @min-[54rem]:contents">
          <span className={classNames('contents @min-[54rem]:[grid-area:number]', plainBadgeClass)}>
            <KeyTag>{displayId(id)}</KeyTag>
          </span>
          <span className={classNames('contents @min-[54rem]:[grid-area:status]', plainBadgeClass)}>
            <StatusBadge status={status} />
          </span>
          {attention && (
            <span className="contents @min-[54rem]:hidden">
              <AttentionBadge reason={attention} />
            </span>
          )}
        </div>
        <div className="min-w-0 @md:[grid-area:title] @min-[54rem]:contents">
          <Heading
            id={titleId}
            className="font-display text-base leading-snug font-bold @min-[54rem]:truncate @min-[54rem]:text-sm @min-[54rem]:[grid-area:service]"
          >
            {getServiceName(appointment)}
          </Heading>
          {attention && (
            <p className="text-sm text-alert @min-[54rem]:self-center @min-[54rem]:py-1 @min-[54rem]:[grid-area:note]">
              {attentionText(appointment)}
            </p>
          )}
        </div>
        <div
          className={classNames(
            'min-w-0 @md:[grid-area:fields] @3xl:text-sm @min-[54rem]:contents',
            lineFieldClass,
            Boolean(assignButton) && '@min-[54rem]:[&_[data-field=mechanic]]:sr-only',
          )}
        >
          <JobFields
            appointment={appointment}
            fields={fields}
            missingMechanicLabels={missingMechanicLabels}
          />
        </div>
        <div className={classNames(rowActions, '@min-[54rem]:contents')}>
          <LineAction className="@min-[54rem]:[grid-area:mechanic]">{assignButton}</LineAction>
          <LineAction className="@min-[54rem]:flex @min-[54rem]:justify-end @min-[54rem]:gap-2 @min-[54rem]:pb-1 @min-[54rem]:[grid-area:more]">
            {moreActions}
          </LineAction>
          <LineAction className="@min-[54rem]:text-right @min-[54rem]:[grid-area:action]">
            <ViewDetails appointmentId={id} />
          </LineAction>
        </div>
      </div>
    </article>
  );
}

const fields: readonly JobField[] = ['customer_name', 'vehicle', 'mechanic', 'address'];

/* The columns of a line; a line that is at least 64rem wide also has a column for the vehicle. */
const lineGrid = classNames(
  '@min-[54rem]:min-h-11 @min-[54rem]:items-center @min-[54rem]:gap-x-2 @min-[54rem]:gap-y-0 @min-[54rem]:px-3 @min-[54rem]:py-0.5',
  '@min-[54rem]:grid-rows-none @min-[54rem]:grid-cols-[8.75rem_3.5rem_minmax(0,1fr)_minmax(0,1.1fr)_minmax(0,1.1fr)_8.5rem_7rem_6.25rem]',
  "@min-[54rem]:[grid-template-areas:'time_number_customer_service_address_mechanic_status_action'_'note_note_note_note_note_more_more_more'_'uncertain_uncertain_uncertain_uncertain_uncertain_uncertain_uncertain_uncertain']",
  '@5xl:grid-cols-[8.75rem_3.5rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)_8.5rem_7rem_6.25rem]',
  "@5xl:[grid-template-areas:'time_number_customer_vehicle_service_address_mechanic_status_action'_'note_note_note_note_note_note_more_more_more'_'uncertain_uncertain_uncertain_uncertain_uncertain_uncertain_uncertain_uncertain_uncertain']",
);

/* In the one-line layout, each field is a column of plain text, truncated if it is too long. */
const lineFieldClass = classNames(
  '@min-[54rem]:[&_ul]:contents @min-[54rem]:[&_svg]:hidden @min-[54rem]:[&_[data-prefix]]:sr-only',
  '@min-[54rem]:[&_li>span]:truncate @min-[54rem]:[&_li>span>span]:inline',
  // The customer's number is shown where the name leaves room for it.
  '@min-[54rem]:[&_[data-number]]:ml-2 @min-[54rem]:@max-7xl:[&_[data-number]]:sr-only',
  '@min-[54rem]:[&_[data-field^=customer]]:[grid-area:customer]',
  '@min-[54rem]:[&_[data-field=address]]:[grid-area:address]',
  '@min-[54rem]:[&_[data-field=mechanic]]:[grid-area:mechanic]',
  '@min-[54rem]:[&_[data-field^=area]]:[grid-area:uncertain]',
  '@min-[54rem]:[&_[data-field=vehicle]]:hidden @5xl:[&_[data-field=vehicle]]:flex @5xl:[&_[data-field=vehicle]]:[grid-area:vehicle]',
);

/* In the one-line layout, the id and the status have no border. */
const plainBadgeClass =
  '@min-[54rem]:block @min-[54rem]:*:border-transparent @min-[54rem]:*:bg-transparent @min-[54rem]:*:px-0 @min-[54rem]:*:before:hidden';

/** Wraps an action: stacked with the row's other actions, or in its own cell in the one-line layout. */
function LineAction({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'contents *:flex-auto empty:hidden @md:*:flex-none',
        '@min-[54rem]:block @min-[54rem]:*:px-2 @min-[54rem]:*:whitespace-nowrap',
        className,
      )}
    >
      {children}
    </div>
  );
}
