import { useBusiness } from '../business/queries.ts';
import { useSignInOptions } from './queries.ts';

/** Says where to find the message if no email is sent. */
export function StoredEmailNote() {
  const { demo } = useBusiness();
  const { data: options } = useSignInOptions();
  if (!options?.storesEmail) return null;
  return (
    <p className="text-sm text-ink-soft">
      {demo ? "This demo doesn't send real email." : "Email isn't set up yet."} An admin can find
      the message on the Account emails page.
    </p>
  );
}
