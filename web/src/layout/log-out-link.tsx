import { LogOut } from 'lucide-react';
import { logOutUrl } from '../paths.ts';
import { useForgetDemoUser } from '../session/queries.ts';
import { buttonClass } from '../ui/button.tsx';

/** Logs out by navigation: the server ends the session. */
export function LogOutLink() {
  const forgetDemoUser = useForgetDemoUser();
  return (
    <a href={logOutUrl} onClick={forgetDemoUser} className={buttonClass({ block: true })}>
      <LogOut className="size-4" aria-hidden />
      Log out
    </a>
  );
}
