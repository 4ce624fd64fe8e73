import { useEffect } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { useBusinessQuery } from '../business/queries.ts';
import { useOpenDemo } from '../session/queries.ts';
import { LandingView } from './landing-view.tsx';

/** What someone sees at the start who isn't signed in. It works without the router. */
export function LandingPage() {
  const business = useBusinessQuery();
  const openDemo = useOpenDemo();
  const name = business.data?.name;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  return (
    <LandingView
      business={business.data}
      // It stays "opening" after the success too: the page is about to be loaded anew.
      opening={openDemo.isPending || openDemo.isSuccess ? openDemo.variables : undefined}
      problem={openDemo.error ? sentenceOf(openDemo.error) : undefined}
      onOpenDemo={openDemo.mutate}
    />
  );
}
