import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { DayLabel } from '../../business/day-label.tsx';
import { classNames } from '../../ui/class-names.ts';
import { KeyTag } from '../../ui/key-tag.tsx';
import { toneEdge } from '../../ui/tone.ts';
import {
  JobFields,
  missingMechanicLabelsForStaff,
  getServiceName,
  type JobField,
  type MissingMechanicLabels,
} from './job-fields.tsx';
import { getTone, rowActions, rowGrid } from './job-row.ts';
import { JobTime } from './job-time.tsx';
import { AttentionBadge, attentionText, StatusBadge } from './status-badge.tsx';

interface JobCardProps {
  appointment: Appointment;
  /**
   * `card` is a separate card in large type; `row` is one of several in a list, and stacks its parts if
   * there is no room; `strip` is the most compact form.
   */
  layout?: 'card' | 'row' | 'strip';
  /** The fields to show besides service, id, time and status. */
  fields?: readonly JobField[];
  /** What to show if no mechanic is assigned or found. */
  missingMechanicLabels?: MissingMechanicLabels;
  /** Leaves out the date, as in a list of today's jobs. */
  hideDate?: boolean;
  /** The level of the heading, which is the service's name. */
  level?: 2 | 3 | 4;
  /** The primary action. */
  action?: ReactNode;
  /** Secondary actions, after the primary one. */
  moreActions?: ReactNode;
  /** Additional content, such as the job's notes. */
  children?: ReactNode;
}

/**
 * Renders an appointment the same way on every screen: a left edge in the status color, the time in large
 * type, the id as a tag, the service, vehicle, address and person, and one action.
 */
export function JobCard({ layout = 'card', ...props }: JobCardProps) {
  switch (layout) {
    case 'card':
      return <Card {...props} />;
    case 'row':
      return <Row {...props} />;
    case 'strip':
      return <Strip {...props} />;
  }
}

type LayoutProps = Omit<JobCardProps, 'layout'>;

function Card({
  appointment,
  hideDate = false,
  action,
  moreActions,
  children,
  ...rest
}: LayoutProps) {
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className={classNames(
        'flex min-w-0 flex-col gap-3 rounded-lg border border-l-6 border-line bg-sheet p-4 sm:p-5',
        toneEdge[getTone(appointment)],
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <JobTime appointment={appointment} hideDate={hideDate} isLarge />
        <div className="flex flex-wrap items-center gap-2">
          <Badges appointment={appointment} />
        </div>
      </div>
      <JobTitle appointment={appointment} titleId={titleId} level={rest.level} isLarge />
      <CardFields appointment={appointment} {...rest} />
      {children}
      {action && (
        // On a phone, the action sticks above the bottom bar as soon as the card comes into view.
        <div className="-mb-2 flex flex-col gap-2 bg-sheet pt-1 pb-2 empty:hidden max-lg:sticky max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] sm:flex-row sm:flex-wrap">
          {action}
        </div>
      )}
      {moreActions && (
        <div className={classNames(moreActionsClass, 'sm:self-start')}>{moreActions}</div>
      )}
    </article>
  );
}

/* Secondary actions are side by side on a phone, each as wide as its label. */
const moreActionsClass = 'flex flex-wrap gap-2 empty:hidden *:flex-auto *:px-2 sm:*:px-4';

const wideRowGrid = '@5xl:grid-cols-[11.5rem_minmax(13.5rem,1fr)_minmax(0,1.3fr)_18rem]';

const wideRowActions = '@5xl:flex-row @5xl:content-start @5xl:items-start @5xl:justify-end';

const stripGrid = classNames(
  "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 [grid-template-areas:'time_action'_'title_title']",
  "@md:[grid-template-areas:'time_action'_'title_action']",
);

function Row({
  appointment,
  hideDate = false,
  action,
  moreActions,
  children,
  ...rest
}: LayoutProps) {
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className={classNames(
        '@container min-w-0 border-l-6 bg-sheet px-4 py-3.5 sm:pr-5',
        toneEdge[getTone(appointment)],
      )}
    >
      <div className={classNames(rowGrid, wideRowGrid)}>
        <div className="@md:[grid-area:time]">
          <JobTime appointment={appointment} hideDate={hideDate} />
        </div>
        <div className="flex flex-wrap items-center gap-2 self-start @md:[grid-area:badges] @md:justify-end @3xl:justify-start">
          <Badges appointment={appointment} />
        </div>
        <div className="min-w-0 @md:[grid-area:title]">
          <JobTitle appointment={appointment} titleId={titleId} level={rest.level} />
        </div>
        {/* Without actions, the fields also take their space. */}
        <div className="min-w-0 @md:[grid-area:fields] @3xl:text-sm @3xl:last:-col-end-1 @3xl:has-[+:empty]:-col-end-1">
          <CardFields appointment={appointment} {...rest} />
          {children}
        </div>
        {(action || moreActions) && (
          <div className={classNames(rowActions, wideRowActions)}>
            {action}
            {moreActions && <div className={moreActionsClass}>{moreActions}</div>}
          </div>
        )}
      </div>
    </article>
  );
}

function Strip({ appointment, hideDate = false, level = 4, action, moreActions }: LayoutProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <article
      aria-labelledby={titleId}
      className={classNames(
        '@container min-w-0 border-l-6 bg-sheet px-4 py-2.5 sm:pr-5',
        toneEdge[getTone(appointment)],
      )}
    >
      <div className={stripGrid}>
        <p className="figures flex flex-wrap content-start items-baseline gap-x-2 font-display font-bold [grid-area:time]">
          <span className="whitespace-nowrap">
            {displayTime(appointment.startTime)} – {displayTime(appointment.endTime)}
          </span>
          {!hideDate && (
            <span className="font-sans text-sm font-normal whitespace-nowrap text-ink-soft">
              <DayLabel date={appointment.date} />
            </span>
          )}
        </p>
        <div className="flex min-w-0 items-start gap-2 [grid-area:title]">
          <KeyTag>{displayId(appointment.id)}</KeyTag>
          <Heading id={titleId} className="min-w-0 font-sans text-base leading-snug font-medium">
            {getServiceName(appointment)}
          </Heading>
        </div>
        {(action || moreActions) && (
          <div className="flex flex-col gap-2 [grid-area:action] empty:hidden">
            {action}
            {moreActions}
          </div>
        )}
      </div>
    </article>
  );
}

function Badges({ appointment }: { appointment: Appointment }) {
  return (
    <>
      <KeyTag>{displayId(appointment.id)}</KeyTag>
      <StatusBadge status={appointment.status} />
      {appointment.attention && <AttentionBadge reason={appointment.attention} />}
    </>
  );
}

interface JobTitleProps {
  appointment: Appointment;
  titleId: string;
  level: JobCardProps['level'];
  isLarge?: boolean;
}

function JobTitle({ appointment, titleId, level = 3, isLarge = false }: JobTitleProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="min-w-0">
      <Heading
        id={titleId}
        className={classNames(
          'font-display font-bold',
          isLarge ? 'text-xl' : 'text-base leading-snug',
        )}
      >
        {getServiceName(appointment)}
      </Heading>
      {appointment.attention && <p className="text-sm text-alert">{attentionText(appointment)}</p>}
    </div>
  );
}

function CardFields({
  appointment,
  fields = ['vehicle', 'address'],
  missingMechanicLabels = missingMechanicLabelsForStaff,
}: Pick<LayoutProps, 'appointment' | 'fields' | 'missingMechanicLabels'>) {
  return (
    <JobFields
      appointment={appointment}
      fields={fields}
      missingMechanicLabels={missingMechanicLabels}
    />
  );
}
