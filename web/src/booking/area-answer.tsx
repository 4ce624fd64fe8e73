import { Link } from '@tanstack/react-router';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { paths } from '../paths.ts';
import { useAreaLookup } from '../service-areas/queries.ts';
import { Callout } from '../ui/callout.tsx';
import { getAreaPlace } from './area-place.ts';
import type { Booker, BookingValues } from './booking-form-values.ts';

interface AreaAnswerProps {
  booker: Booker;
  values: BookingValues;
}

/** Shows below the address whether the business comes there, on that day; nothing until it is known. */
export function AreaAnswer({ booker, values }: AreaAnswerProps) {
  const money = useMoney();
  const reply = useAreaLookup(getAreaPlace(values), values).data;
  if (!reply) return null;
  const { answer, area } = reply;
  const problem = answer === 'no' ? "We don't come to this address yet." : reply.problem;
  if (problem !== null) {
    return (
      <Callout tone="progress" title={problem}>
        <HowToAsk booker={booker} />
      </Callout>
    );
  }
  if (answer === 'unsure') {
    return <p className="text-sm text-ink-soft">We'll confirm whether we come to this address.</p>;
  }
  const hasFee = area !== null && Number(area.callOutFee) > 0;
  return (
    <p className="text-sm text-ink-soft">
      We come to this address{hasFee && ` · call-out fee ${money(area.callOutFee)}`}
    </p>
  );
}

/** Says how to ask the office; dispatch is the office. */
function HowToAsk({ booker }: { booker: Booker }) {
  const { phone } = useBusiness();
  if (booker === 'dispatch') return null;
  return (
    <p>
      {phone === null ? (
        'Please ask us first.'
      ) : (
        <>
          Please call us first:{' '}
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
