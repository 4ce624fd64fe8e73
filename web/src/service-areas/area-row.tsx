import { tripFeeLabel } from '@curbwrench/contract/payments/price';
import { formatDays, formatStartLimits } from '@curbwrench/contract/service-areas/area-text';
import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { CalendarDays, Clock, Hourglass, MapPin, Pentagon, Radius, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMoney } from '../business/money.ts';
import { placeUrl } from '../lib/maps-app.ts';
import { classNames } from '../ui/class-names.ts';

interface AreaRowProps {
  area: ServiceArea;
  /** Whether the area is highlighted, here and on the map. */
  isHighlighted: boolean;
  /** Shows the area on the map. */
  onChoose: () => void;
  /** Called with true when the pointer enters the row, and with false when the pointer leaves it. */
  onHoverChange: (isHovered: boolean) => void;
  /** Buttons for the actions that the viewer can take. */
  children?: ReactNode;
}

/**
 * Shows a service area: its ZIP codes and shapes, days of the week, fee and limits. Clicking the name shows the
 * area on the map.
 */
export function AreaRow({ area, isHighlighted, onChoose, onHoverChange, children }: AreaRowProps) {
  const money = useMoney();
  const { circle } = area;
  const startLimits = formatStartLimits(area);
  return (
    <article
      onPointerEnter={() => onHoverChange(true)}
      onPointerLeave={() => onHoverChange(false)}
      className={classNames(
        '@container flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4 transition-colors sm:px-5',
        isHighlighted && 'bg-info-wash',
      )}
    >
      <div className="min-w-0 flex-[1_1_18rem]">
        <h3 className="text-lg wrap-anywhere">
          <button
            type="button"
            aria-current={isHighlighted}
            data-tooltip="Show on the map"
            onClick={onChoose}
            className="text-left hover:underline pointer-coarse:min-h-touch"
          >
            {area.name}
          </button>
        </h3>
        <ul className="mt-2 grid gap-x-6 gap-y-1.5 text-ink-soft @lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
          {area.zips.length > 0 && (
            <Detail icon={<MapPin aria-hidden />} isFullWidth>
              <span className="sr-only">ZIP codes: </span>
              <span className="figures">{area.zips.join(', ')}</span>
            </Detail>
          )}
          {circle && (
            <Detail icon={<Radius aria-hidden />} isFullWidth>
              Within {circle.radiusMiles} {circle.radiusMiles === 1 ? 'mile' : 'miles'} of{' '}
              <a href={placeUrl(circle)} target="_blank" rel="noreferrer" className="link reach">
                this point
                <span className="sr-only"> (opens a map)</span>
              </a>
            </Detail>
          )}
          {area.ring && (
            <Detail icon={<Pentagon aria-hidden />} isFullWidth>
              Area outlined on the map
            </Detail>
          )}
          <Detail icon={<CalendarDays aria-hidden />}>{formatDays(area.days)}</Detail>
          <Detail icon={<Truck aria-hidden />}>{formatFee(area, money)}</Detail>
          {startLimits !== null && (
            <Detail icon={<Clock aria-hidden />}>Jobs start {startLimits}</Detail>
          )}
          {area.noticeHours !== null && (
            <Detail icon={<Hourglass aria-hidden />}>{area.noticeHours}-hour notice</Detail>
          )}
        </ul>
      </div>
      {children && <div className="-mx-3 flex shrink-0 gap-2 sm:mx-0">{children}</div>}
    </article>
  );
}

/** Returns 'Trip fee $15.00', 'Trip fee $0.00 to $25.00 by distance' or 'No trip fee'. */
function formatFee({ tripFee, feeBands }: ServiceArea, money: (amount: string) => string): string {
  const fees = (feeBands?.map(({ fee }) => fee) ?? [tripFee]).toSorted(
    (a, b) => Number(a) - Number(b),
  );
  const [lowest = '0', highest = '0'] = [fees[0], fees.at(-1)];
  if (Number(highest) === 0) return 'No trip fee';
  return lowest === highest
    ? `${tripFeeLabel} ${money(highest)}`
    : `${tripFeeLabel} ${money(lowest)} to ${money(highest)} by distance`;
}

interface DetailProps {
  icon: ReactNode;
  /** Whether it takes up the full width of the row. */
  isFullWidth?: boolean;
  children: ReactNode;
}

function Detail({ icon, isFullWidth = false, children }: DetailProps) {
  return (
    <li
      className={classNames(
        'flex gap-2.5 [&>svg]:mt-1 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint',
        isFullWidth && 'col-span-full',
      )}
    >
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
