import { formatDays } from '@curbwrench/contract/service-areas/area-text';
import type { ServiceAreaReply } from '@curbwrench/contract/service-areas/schemas';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { Callout } from '../ui/callout.tsx';

/** Says whether the business serves a location and for what trip fee, or how to ask. */
export function AreaAnswer({ reply: { zip, answer, area } }: { reply: ServiceAreaReply }) {
  const money = useMoney();
  if (area) {
    return (
      <Callout
        tone="done"
        title={zip === null ? 'Yes, we serve that location.' : `Yes, we serve ${zip}.`}
      >
        <p>
          It's in {area.name}, which we serve {daysInSentence(area.days)}.{' '}
          {Number(area.tripFee) > 0
            ? `A trip fee of ${money(area.tripFee)} is added to the price.`
            : 'There is no trip fee.'}
        </p>
      </Callout>
    );
  }
  if (answer === 'no') {
    const title = zip === null ? "We don't serve that location yet." : `We don't serve ${zip} yet.`;
    return (
      <Callout tone="info" title={title}>
        <p>
          We may still be able to come to you. <HowToAsk />
        </p>
      </Callout>
    );
  }
  return zip === null ? (
    <Callout tone="info" title="We can't tell from the map alone.">
      <p>
        Some of our areas are lists of ZIP codes, so it depends on the address. <HowToAsk />
      </p>
    </Callout>
  ) : (
    <Callout tone="info" title={`We can't tell from ${zip} alone.`}>
      <p>
        It may be at the edge of the area we serve, so it depends on the address. <HowToAsk />
      </p>
    </Callout>
  );
}

function HowToAsk() {
  const { phone } = useBusiness();
  if (phone === null) return null;
  return (
    <>
      Please call us at{' '}
      <a href={telephoneUrl(phone)} className="link reach font-semibold">
        {phone}
      </a>
      .
    </>
  );
}

/** Returns days of the week for use within a sentence: 'every day', 'Monday through Friday', 'on Saturdays'. */
function daysInSentence(days: Parameters<typeof formatDays>[0]): string {
  const text = formatDays(days);
  if (text === 'Every day') return 'every day';
  return text.includes(' through ') ? text : `on ${text.replaceAll(/day\b/g, 'days')}`;
}
