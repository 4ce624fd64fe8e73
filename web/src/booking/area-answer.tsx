import type { ServiceAreaReply } from '@curbwrench/contract/service-areas/schemas';
import { Link } from '@tanstack/react-router';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { paths } from '../paths.ts';
import { useAreaLookup } from '../service-areas/queries.ts';
import { Callout } from '../ui/callout.tsx';
import { classNames } from '../ui/class-names.ts';
import { getAreaLocation } from './area-location.ts';
import type { Booker, BookingValues } from './booking-form-values.ts';

interface AreaAnswerProps {
  booker: Booker;
  values: BookingValues;
}

/**
 * Shows below the address whether the business serves it on the selected day, or nothing until that is known. While
 * the next answer is loading, for example after the pin was moved, the previous answer stays.
 */
export function AreaAnswer({ booker, values }: AreaAnswerProps) {
  const { data, isPlaceholderData } = useAreaLookup(getAreaLocation(values), values);
  if (!data) return null;
  return (
    <div
      aria-busy={isPlaceholderData}
      className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}
    >
      <Answer booker={booker} reply={data} />
    </div>
  );
}

function Answer({ booker, reply }: { booker: Booker; reply: ServiceAreaReply }) {
  const money = useMoney();
  const { answer, area } = reply;
  const { outsideAreaPolicy } = useBusiness();
  const isRefused = answer === 'no' && (outsideAreaPolicy === 'refuse' || booker === 'office');
  const problem = isRefused ? "We don't serve this address yet." : reply.problem;
  if (problem !== null) {
    return (
      <Callout tone="progress" title={problem}>
        <ContactOffice booker={booker} />
      </Callout>
    );
  }
  if (answer !== 'yes') {
    return <p className="text-sm text-ink-soft">We'll confirm whether we serve this address.</p>;
  }
  const hasFee = area !== null && Number(area.tripFee) > 0;
  return (
    <p className="text-sm text-ink-soft">
      We serve this address{hasFee && ` · trip fee ${money(area.tripFee)}`}
    </p>
  );
}

/** Tells customers and visitors how to contact the office; renders nothing for the office itself. */
function ContactOffice({ booker }: { booker: Booker }) {
  const { phone } = useBusiness();
  if (booker === 'office') return null;
  return (
    <p>
      {phone === null ? (
        'Please contact us before booking.'
      ) : (
        <>
          Please call us before booking:{' '}
          <a href={telephoneUrl(phone)} className="link reach font-semibold">
            {phone}
          </a>
          .
        </>
      )}
      {booker === 'customer' && (
        <>
          {' '}
          <Link to={paths.chatSupport} className="link reach font-semibold">
            Message the office
          </Link>
        </>
      )}
    </p>
  );
}
