import { zipCode } from '@curbwrench/contract/service-areas/schemas';
import { useRef, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { AreaAnswer } from './area-answer.tsx';
import { useAreaLookup, type AreaLocation } from './queries.ts';

interface AreaLookupProps {
  /** The location to look up; null if none has been chosen yet. */
  location: AreaLocation | null;
  onLookUp: (location: AreaLocation | null) => void;
}

/** Renders a form that checks whether the business serves a ZIP code, and shows the answer for `location`. */
export function AreaLookup({ location, onLookUp }: AreaLookupProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(location?.zip ?? '');
  const [zipError, setZipError] = useState<string>();
  const lookup = useAreaLookup(location);

  function checkZip() {
    const parsed = zipCode.safeParse(text);
    setZipError(parsed.error?.issues[0]?.message);
    if (parsed.success && parsed.data === location?.zip) void lookup.refetch();
    else onLookUp(parsed.success ? { zip: parsed.data } : null);
    if (!parsed.success) input.current?.focus();
  }

  return (
    <Panel title="Do we serve your area?">
      <form
        noValidate
        aria-label="Do we serve your area?"
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
        {location !== null && lookup.data && (
          <div
            aria-busy={lookup.isPlaceholderData}
            className={classNames('transition-opacity', lookup.isPlaceholderData && 'opacity-60')}
          >
            <AreaAnswer reply={lookup.data} />
          </div>
        )}
        {location !== null && lookup.isError && (
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
