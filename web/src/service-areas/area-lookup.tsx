import { formatDays } from '@curbwrench/contract/service-areas/area-text';
import { zipCode, type ServiceAreaReply } from '@curbwrench/contract/service-areas/schemas';
import { useRef, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useAreaLookup, type AreaPlace } from './queries.ts';

interface AreaLookupProps {
  /** The place to look up; null if none has been chosen yet. */
  place: AreaPlace | null;
  onLookUp: (place: AreaPlace | null) => void;
}

/** Renders a form that checks whether the business serves a ZIP code, and shows the answer for `place`. */
export function AreaLookup({ place, onLookUp }: AreaLookupProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [zipError, setZipError] = useState<string>();
  const lookup = useAreaLookup(place);

  function checkZip() {
    const parsed = zipCode.safeParse(text);
    setZipError(parsed.error?.issues[0]?.message);
    if (parsed.success && parsed.data === place?.zip) void lookup.refetch();
    else onLookUp(parsed.success ? { zip: parsed.data } : null);
    if (!parsed.success) input.current?.focus();
  }

  return (
    <Panel title="Do we come to you?">
      <form
        noValidate
        aria-label="Do we come to you?"
        onSubmit={(event) => {
          event.preventDefault();
          checkZip();
        }}
        className="flex items-start gap-3"
      >
        <Field label="ZIP code" error={zipError} className="max-w-44 flex-1">
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              inputMode="numeric"
              autoComplete="postal-code"
              maxLength={10}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          pending={lookup.isFetching}
          pendingLabel="Checking..."
          className="mt-7.5"
        >
          Check
        </Button>
      </form>
      <div aria-live="polite" className="mt-4 max-w-prose empty:hidden">
        {place !== null && lookup.data && (
          <div
            aria-busy={lookup.isPlaceholderData}
            className={classNames('transition-opacity', lookup.isPlaceholderData && 'opacity-60')}
          >
            <LookupResult reply={lookup.data} />
          </div>
        )}
        {place !== null && lookup.isError && (
          <Callout tone="alert" title="We couldn't check that.">
            <p>{getErrorMessage(lookup.error)}</p>
            <Button
              className="mt-3"
              pending={lookup.isFetching}
              onClick={() => void lookup.refetch()}
            >
              Try again
            </Button>
          </Callout>
        )}
      </div>
    </Panel>
  );
}

function LookupResult({ reply: { zip, answer, area } }: { reply: ServiceAreaReply }) {
  const money = useMoney();
  if (area) {
    return (
      <Callout
        tone="done"
        title={zip === null ? 'Yes, we serve that location.' : `Yes, we come to ${zip}.`}
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
          It may still be possible. <HowToAsk />
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
  if (phone === null) return 'Please get in touch with us.';
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

/** Returns days of the week for use within a sentence: 'every day', 'Monday to Friday', 'on Saturdays'. */
function daysInSentence(days: Parameters<typeof formatDays>[0]): string {
  const text = formatDays(days);
  if (text === 'Every day') return 'every day';
  return text.includes(' to ') ? text : `on ${text.replaceAll(/day\b/g, 'days')}`;
}
