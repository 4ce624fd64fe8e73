import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { paths } from '../paths.ts';
import { AreaAnswer } from '../service-areas/area-answer.tsx';
import { useAreaLookup } from '../service-areas/queries.ts';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

/**
 * Asks for a ZIP code and says whether the business serves it. The server checks the ZIP code, so that the landing
 * page does not load the validator. Before the page's scripts run, the field keeps what is typed, and the form opens
 * the service areas page.
 */
export function ZipCheck() {
  const [zip, setZip] = useState<string | null>(null);
  const lookup = useAreaLookup(zip === null ? null : { zip });
  return (
    <div className="max-w-xl">
      <form
        action={paths.serviceAreaMap}
        method="get"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const value = new FormData(event.currentTarget).get('zip');
          const entered = typeof value === 'string' ? value.trim() : '';
          if (entered === zip) void lookup.refetch();
          else setZip(entered);
        }}
      >
        <label htmlFor="zip" className="font-semibold">
          Do we serve your area?
        </label>
        <div className="mt-1.5 flex gap-2">
          <TextInput
            id="zip"
            name="zip"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={10}
            placeholder="ZIP code"
            aria-invalid={lookup.isError || undefined}
            aria-describedby="zip-answer"
            className="max-w-40"
          />
          <Button type="submit" pending={lookup.isFetching} pendingLabel="Checking...">
            Check ZIP code
          </Button>
        </div>
      </form>
      <div id="zip-answer" aria-live="polite" className="mt-3 empty:hidden">
        {zip !== null && lookup.isError && <FieldError>{getErrorMessage(lookup.error)}</FieldError>}
        {zip !== null && lookup.data && !lookup.isError && !lookup.isPlaceholderData && (
          <AreaAnswer reply={lookup.data} />
        )}
      </div>
    </div>
  );
}
