import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import { mechanicStatusLabels } from '@curbwrench/contract/people/roles';
import { Check, TriangleAlert } from 'lucide-react';
import { getFullName } from '../../lib/people.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { countHiddenFree, listCandidates } from './listed-candidates.ts';

interface CandidateFieldProps {
  candidates: readonly Candidate[];
  showsEveryone: boolean;
  /** Whether the job is on a later day: the mechanics' current status does not matter then. */
  isLaterDay: boolean;
  onShowsEveryoneChange: (showsEveryone: boolean) => void;
  selected: Candidate | undefined;
  onSelect: (mechanicId: string) => void;
  /** Why the last attempt failed, from the server. */
  error: string | undefined;
}

/**
 * Renders the select for a mechanic: the best match first, each with the reasons. A mechanic who is not
 * free at that time is listed but disabled, with the reason.
 */
export function CandidateField({
  candidates,
  showsEveryone,
  isLaterDay,
  onShowsEveryoneChange,
  selected,
  onSelect,
  error,
}: CandidateFieldProps) {
  const listed = listCandidates(candidates, showsEveryone, isLaterDay);
  const hiddenCount = countHiddenFree(candidates);
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Mechanic"
        hint={selected && !error && <Reasons candidate={selected} />}
        error={error}
      >
        {(control) => (
          <Select
            {...control}
            placeholder="Select a mechanic"
            value={selected?.mechanic.id ?? ''}
            onChange={(event) => onSelect(event.target.value)}
          >
            {!listed.some((listedCandidate) => listedCandidate.free) && (
              <option value="none" disabled>
                No available mechanics
              </option>
            )}
            {listed.map((listedCandidate) => (
              <option
                key={listedCandidate.mechanic.id}
                value={listedCandidate.mechanic.id}
                disabled={!listedCandidate.free}
              >
                {optionText(listedCandidate, isLaterDay)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!isLaterDay && (
        <Switch
          checked={showsEveryone}
          onCheckedChange={onShowsEveryoneChange}
          label={
            <span className="font-normal">
              Show mechanics who are off or busy now
              {!showsEveryone && hiddenCount > 0 && (
                <span className="figures text-ink-soft"> ({hiddenCount} more)</span>
              )}
            </span>
          }
        />
      )}
    </div>
  );
}

/** Returns 'Elena Ruiz – Free 10:00 AM to 11:30 AM, Has the brakes skill'. */
function optionText(
  { mechanic, status, reasons, warnings }: Candidate,
  isLaterDay: boolean,
): string {
  const statusNow =
    isLaterDay || status === 'available' ? [] : [`${mechanicStatusLabels[status]} now`];
  const details = [...statusNow, ...warnings, ...reasons].join(', ');
  return details ? `${getFullName(mechanic)} – ${details}` : getFullName(mechanic);
}

/** Lists the reasons for a mechanic, then what speaks against them. */
function Reasons({ candidate }: { candidate: Candidate }) {
  return (
    <span className="flex flex-col gap-0.5">
      {candidate.reasons.map((reason) => (
        <span key={reason} className="flex items-start gap-1.5">
          <Check className="mt-0.5 size-4 shrink-0 text-done" aria-hidden />
          {reason}
        </span>
      ))}
      {candidate.warnings.map((warning) => (
        <span key={warning} className="flex items-start gap-1.5 font-medium text-waiting">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {warning}
        </span>
      ))}
    </span>
  );
}
