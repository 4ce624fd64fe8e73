import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import {
  getAddress,
  getCustomerName,
  getServiceName,
} from '../../appointments/card/job-fields.tsx';
import { attentionText, statusStyles } from '../../appointments/card/status-badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toneBadge, toneEdge, toneText } from '../../ui/tone.ts';

interface BoardBlockProps {
  job: Appointment;
  laneName: string;
  isSelected: boolean;
  /** Whether the user has picked up the job; the block then marks its original spot. */
  isHeld: boolean;
  /** Whether the job has been moved and the server has not yet accepted or refused its new spot. */
  isMoving: boolean;
  isMovable: boolean;
  tabIndex: number;
  /** In percent of the lane. */
  left: number;
  width: number;
  /** In pixels. */
  top: number;
  height: number;
}

/** Renders a job in its lane. The board handles its events. */
export const BoardBlock = memo(Block);

function Block({
  job,
  laneName,
  isSelected,
  isHeld,
  isMoving,
  isMovable,
  tabIndex,
  left,
  width,
  top,
  height,
}: BoardBlockProps) {
  const { tone } = statusStyles[job.status];
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      style={{ left: `${left}%`, width: `${width}%`, top, height }}
      data-job={job.id}
      aria-label={describeJob(job, laneName)}
      aria-pressed={isHeld}
      aria-busy={isMoving || undefined}
      className={classNames(
        'absolute z-[4] touch-none rounded-md border border-l-4 text-left',
        'outline-offset-1 hover:z-[6] focus-visible:z-[6]',
        toneBadge[tone],
        toneEdge[tone],
        isMovable && 'cursor-grab',
        isHeld && 'border-dashed opacity-45',
        isMoving && 'animate-breathe',
        isSelected && 'ring-2 ring-ink',
      )}
    >
      <BlockContent job={job} />
    </button>
  );
}

/**
 * Renders a block's content: service, status, start time and customer. A narrow block shows the service on two lines,
 * and only an icon instead of the other details.
 */
export function BlockContent({ job }: { job: Appointment }) {
  const { tone, icon: Icon } = statusStyles[job.status];
  return (
    <span className="@container block h-full">
      <span className="block h-full overflow-hidden px-1 py-0.5 text-xs leading-tight text-ink @max-[6rem]:px-0.5">
        <span className="block truncate font-semibold @max-[6rem]:line-clamp-2 @max-[6rem]:text-[0.6875rem] @max-[6rem]:leading-3 @max-[6rem]:wrap-anywhere @max-[6rem]:whitespace-normal">
          {getServiceName(job)}
        </span>
        <span className="figures flex items-center gap-1">
          {job.attention ? (
            <TriangleAlert
              className="size-3.5 shrink-0 text-alert @max-[6rem]:size-3"
              aria-hidden
            />
          ) : (
            <Icon
              className={classNames('size-3.5 shrink-0 @max-[6rem]:size-3', toneText[tone])}
              aria-hidden
            />
          )}
          <span className="truncate text-ink-soft @max-[6rem]:hidden">
            <span className={classNames('font-medium', toneText[tone])}>
              {statusLabels[job.status]}
            </span>{' '}
            {displayTime(job.startTime)}, {getCustomerName(job)}
          </span>
        </span>
      </span>
    </span>
  );
}

/** Returns the block's label for screen readers. */
function describeJob(job: Appointment, laneName: string): string {
  const parts = [
    `${displayId(job.id)}, ${getServiceName(job)}`,
    `${displayTime(job.startTime)} to ${displayTime(job.endTime)}`,
    laneName,
    statusLabels[job.status],
    ...(job.attention ? [attentionText(job).replace(/\.$/, '')] : []),
    getCustomerName(job),
    getAddress(job),
  ];
  return parts.join(', ');
}
