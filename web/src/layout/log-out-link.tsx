import { LogOut } from 'lucide-react';
import { logOutUrl } from '../paths.ts';
import { useRemoveStoredDemoUser } from '../session/queries.ts';
import { buttonClass } from '../ui/button.tsx';

/** Logs out by navigating to a URL at which the server ends the session. */
export function LogOutLink() {
  const removeStoredDemoUser = useRemoveStoredDemoUser();
  return (
    <a href={logOutUrl} onClick={removeStoredDemoUser} className={buttonClass({ block: true })}>
      <LogOut className="size-4" aria-hidden />
      Log out
    </a>
  );
}
